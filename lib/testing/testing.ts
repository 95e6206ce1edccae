export { createRestApplication, type RestApplicationOptions } from './create-rest-application.js';
export { restMatchers, type RestMatchers } from './rest-matchers.js';
export type { AskedPermission, Recording } from './recording.js';
export type { RestTestApplication } from './create-rest-application.js';
export type { RestTestClient, TestRequestOptions } from './rest-test-client.js';
export type { RestTestResponse, TestTool, TestToolResult } from './rest-test-client.js';
