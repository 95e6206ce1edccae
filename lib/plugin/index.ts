export { before } from './before.js';
