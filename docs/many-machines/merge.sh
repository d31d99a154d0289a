#!/usr/bin/env bash
# Merges the shards of a campaign after all are finished; takes a few seconds of one core.
#
#   sbatch --dependency=afterok:JOB --export=ALL,SHARDS=16,ROOT=/scratch/campaigns merge.sh
set -euo pipefail

names=()
for shard in $(seq 1 "${SHARDS:?}"); do
  names+=("shard-$shard")
done
exec levels-gen campaign-merge "${names[@]}" --root "${ROOT:?}" --into whole --fresh
