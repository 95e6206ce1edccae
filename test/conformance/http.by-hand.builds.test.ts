import { startApplication } from '../support/application.js';
import { fixtureModule } from '../decorators/fixture.js';
import { testHttpCorpus } from './http-corpus.js';

testHttpCorpus('declared by hand', (adapter) => startApplication(fixtureModule, { adapter }));
