import { testHttpCorpus } from './http-corpus.js';
import { startApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';

testHttpCorpus('in signature style, read by the Vite plugin', (adapter) =>
  startApplication(fixtureModule, { adapter }),
);
