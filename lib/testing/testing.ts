export { createRestApplication, type RestApplicationOptions } from './create-rest-application.js';
export { restMatchers, type RestMatchers } from './rest-matchers.js';
export type { AskedPermission, Recording } from './recording.js';
export type {
  RestTestApplication,
  RestTestClient,
  TestRequestOptions,
} from './rest-test-application.js';
export type { RestAnswer, RestTestResponse } from './rest-test-response.js';
