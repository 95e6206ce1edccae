export { before } from './before-hook.js';
