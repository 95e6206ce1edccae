// Runs a benchmark: npm run bench -- NAME [argument]... docs/performance.md says what each measures.
import { runNamed } from '../support/run-named.mjs';

const BUILD = 'npm run build';

runNamed('bench', {
  http: [BUILD, 'test/bench/http/run.mjs'],
  // Builds as it packs.
  gate: ['test/bench/gate/run.mjs'],
  // Packs too.
  instructions: ['test/bench/instructions/run.mjs'],
  growth: [BUILD, 'test/bench/growth/run.mjs'],
  build: [BUILD, 'test/bench/build/run.mjs'],
  cache: [BUILD, 'node test/bench/cache/run.mjs', 'test/bench/cache/interceptors.mjs'],
  mcp: [BUILD, 'test/bench/mcp/run.mjs'],
  profile: [BUILD, 'test/bench/http/profile.mjs'],
});
