import { testHttpCorpus } from '../conformance/http-corpus.js';
import { startApplication } from '../support/application.js';
import { signedFixtureModule } from './fixture.js';

testHttpCorpus('in signature style, read by the Vite plugin', (adapter) =>
  startApplication(signedFixtureModule, { adapter }),
);
