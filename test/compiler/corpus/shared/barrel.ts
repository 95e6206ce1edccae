export { Kind } from './kinds.js';
export type { int } from 'nestjs-rest-routes';
export type Key = import('nestjs-rest-routes').int;
