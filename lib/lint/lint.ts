export { plugin as default, type LintPlugin } from './lint-plugin.js';
