import { testHttpCorpus } from '../conformance/http-corpus.js';
import { signedFixtureModule } from './fixture.js';

testHttpCorpus('in signature style, read by the Vite plugin', signedFixtureModule);
