// Runs a benchmark: npm run bench -- NAME [argument]... docs/performance.md says what each measures.
import { runNamed } from '../support/run-named.mjs';

const BUILD = 'npm run build';

runNamed('bench', {
  http: [BUILD, 'test/bench/http/run.mjs'],
  // Builds as it packs.
  gate: ['test/bench/gate/run.mjs'],
  growth: [BUILD, 'test/bench/growth/run.mjs'],
  cache: [BUILD, 'node test/bench/cache/run.mjs', 'test/bench/cache/interceptors.mjs'],
  savings: [BUILD, 'test/bench/http/savings.mjs'],
  'in-process': [BUILD, 'test/bench/in-process/run.mjs'],
  scaling: [BUILD, 'test/bench/scaling/run.mjs'],
  validate: [BUILD, 'test/bench/validate/run.mjs'],
  start: [BUILD, 'test/bench/start/run.mjs'],
  allocation: [BUILD, 'test/bench/http/allocation.mjs'],
  profile: [BUILD, 'test/bench/http/profile.mjs'],
  signatures: [BUILD, 'test/bench/signature-cost.mjs'],
  node: [BUILD, 'test/bench/node/run.mjs'],
});
