import { startCounting } from './steps.js';

// Before any test of the worker loads the library.
await startCounting();
