export { plugin as default, type LintPlugin } from './plugin.js';
