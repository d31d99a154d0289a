#!/usr/bin/env bash
# The shards of a campaign as one, once all of them are finished; a few seconds of one core.
#
#   sbatch --dependency=afterok:JOB --export=ALL,SHARDS=16,ROOT=/scratch/campaigns merge.sh
set -euo pipefail

names=()
for shard in $(seq 1 "${SHARDS:?}"); do
  names+=("shard-$shard")
done
exec levels-gen campaign-merge "${names[@]}" --root "${ROOT:?}" --into whole --fresh
