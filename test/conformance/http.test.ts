import { fixtureModule } from '../support/fixture.js';
import { testHttpCorpus } from './http-corpus.js';

testHttpCorpus('declared by hand', fixtureModule);
