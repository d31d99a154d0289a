//! A campaign on many machines, simulated on one: the scripts of `docs/many-machines/` with the variables
//! that a batch system and a container orchestrator set, 16 shards as 16 processes, three of them
//! killed, and the merged pool compared with that of a single run.
#![cfg(unix)]
#![allow(
    clippy::print_stdout,
    reason = "what is skipped, and what was counted, is for who runs the tests"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

mod support;
use support::{folder, json, read, run, shell};

const SHARDS: u64 = 16;
/// Three portions per shard, the last one short and not equally long in all shards.
const SEEDS: &str = "9605";
const KILLED: [u64; 3] = [3, 9, 16];

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/many-machines")
        .join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(page(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// A shell with the variables that both systems set, and with `levels-gen` in its path.
fn bash(folder: &Path) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_levels-gen"));
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command
        .current_dir(folder)
        .env(
            "PATH",
            format!("{}:{path}", binary.parent().unwrap_or(binary).display()),
        )
        .env("SHARDS", SHARDS.to_string())
        .env("SEEDS", SEEDS)
        .env("ROOT", "campaigns")
        .env("SAVE_EVERY", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A task of the job array, from 1.
fn task(folder: &Path, number: u64) -> Child {
    bash(folder)
        .arg(page("array.sbatch"))
        .env("SLURM_ARRAY_TASK_ID", number.to_string())
        .env("SLURM_CPUS_PER_TASK", "1")
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// The script inside the job's description: the literal block below `args`.
fn script_of_the_job() -> String {
    let text = text("indexed-job.yaml");
    let block = text
        .split_once("- |\n")
        .map(|(_, rest)| rest)
        .unwrap_or_default();
    let depth = block.len() - block.trim_start().len();
    block
        .lines()
        .take_while(|line| line.len() - line.trim_start().len() >= depth)
        .map(|line| &line[depth..])
        .collect::<Vec<_>>()
        .join("\n")
}

/// A pod of the job, from 0.
fn pod(folder: &Path, index: u64) -> Child {
    bash(folder)
        .args(["-euc", &script_of_the_job()])
        .env("JOB_COMPLETION_INDEX", index.to_string())
        .env("THREADS", "1")
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn sixteen_shards_three_of_them_killed_are_the_single_run() {
    let folder = folder();
    let at = folder.path();
    let mut tasks: Vec<(u64, Child)> = (1..=SHARDS)
        .map(|number| (number, task(at, number)))
        .collect();
    for (number, child) in &mut tasks {
        if KILLED.contains(number) {
            let pool = at.join(format!("campaigns/shard-{number}/pool.json"));
            while !pool.is_file() {
                assert!(matches!(child.try_wait(), Ok(None)), "shard {number} ended");
                std::thread::sleep(Duration::from_millis(2));
            }
            // The script has been replaced by the campaign, so this is `kill -9` of the campaign.
            assert!(
                matches!(child.try_wait(), Ok(None)),
                "shard {number} was too fast"
            );
            assert!(child.kill().is_ok());
        }
    }
    for (number, mut child) in tasks {
        let status = child.wait().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(
            status.success(),
            !KILLED.contains(&number),
            "shard {number}"
        );
    }
    let merge = format!(
        "SHARDS={SHARDS} ROOT=campaigns bash {}",
        page("merge.sh").display()
    );
    // A merge of half a campaign is refused.
    shell(at, &merge).ends(2, &["the shards are not equally far: `shard-"]);
    // The same shards start again, this time on the other system.
    let pods: Vec<Child> = KILLED.iter().map(|number| pod(at, number - 1)).collect();
    for mut child in pods {
        assert!(child.wait().is_ok_and(|status| status.success()));
    }
    // A task that is finished has nothing to do, and succeeds.
    assert!(task(at, 1).wait().is_ok_and(|status| status.success()));
    shell(at, &merge).ends(0, &["whole: 9605 seeds from 1 (shard 1/1), next seed 9606"]);

    run(at, &["campaign", "--name", "single", "--seeds", SEEDS]).ends(0, &[]);
    let pool = read(at, "campaigns/whole/pool.json");
    assert!(
        pool.matches("\"seed\"").count() > 800,
        "enough is kept to tell"
    );
    assert!(
        pool == read(at, "campaigns/single/pool.json"),
        "not the single run's bytes"
    );
    // All except the name, and the number of outclassed boards, which depends on what was kept before them.
    let manifest = |name: &str| {
        let mut manifest = json(&read(at, &format!("campaigns/{name}/manifest.json")));
        manifest["name"].take();
        manifest["rejected"].take();
        manifest
    };
    assert_eq!(manifest("whole"), manifest("single"));
}

#[test]
fn the_scripts_are_well_formed_and_count_alike() {
    for name in ["array.sbatch", "merge.sh"] {
        let check = Command::new("bash").arg("-n").arg(page(name)).status();
        assert!(check.is_ok_and(|status| status.success()), "{name}");
    }
    assert!(text("array.sbatch").contains(&format!("#SBATCH --array=1-{SHARDS}\n")));
    let job = text("indexed-job.yaml");
    assert!(job.contains(&format!("completions: {SHARDS}\n")));
    assert!(job.contains(&format!(
        "- name: SHARDS\n              value: \"{SHARDS}\"\n"
    )));
    assert!(script_of_the_job().contains("JOB_COMPLETION_INDEX + 1"));
    // A YAML reader, if there is one, sees the same.
    let reader = "import sys, yaml; job = yaml.safe_load(open(sys.argv[1])); pod = job['spec']['template']['spec']; \
sys.stdout.write(pod['containers'][0]['args'][0].rstrip())";
    let read = Command::new("python3")
        .args(["-c", reader])
        .arg(page("indexed-job.yaml"))
        .output();
    match read {
        Ok(read) if read.status.success() => {
            assert_eq!(String::from_utf8_lossy(&read.stdout), script_of_the_job());
        }
        _ => println!("skipped: no Python with `yaml` here"),
    }
}
