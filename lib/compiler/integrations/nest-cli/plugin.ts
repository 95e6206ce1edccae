export { before } from './before-hook.js';
export { ReadonlyVisitor } from './readonly-visitor.js';
