import { startApplication } from '../support/application.js';
import { fixtureModule } from './fixture.js';
import { testHttpCorpus } from '../conformance/http-corpus.js';

testHttpCorpus('declared by hand', (adapter) => startApplication(fixtureModule, { adapter }));
