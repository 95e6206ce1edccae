import type { Rule } from '@angular-devkit/schematics';
import { PACKAGE } from '../source/package-name.js';

const PLUGIN = 'restRoutes()';

/** Adds the plugin to a configuration of Vite or Vitest, before the plugins that it has. */
export function addVitePlugin(path: string): Rule {
  return (tree, context) => {
    const text = tree.exists(path) ? tree.readText(path) : undefined;
    if (text === undefined || text.includes(`${PACKAGE}/vite`)) return;
    const changed = withPlugin(text);
    if (changed === text) {
      context.logger.warn(`${path} could not be read: add ${PLUGIN} to its plugins.`);
      return;
    }
    tree.overwrite(path, `import { restRoutes } from '${PACKAGE}/vite';\n${changed}`);
  };
}

function withPlugin(text: string): string {
  return /plugins:\s*\[/.test(text)
    ? text.replace(/plugins:\s*\[\s*/, (found) => `${found}${PLUGIN}, `)
    : text.replace(/defineConfig\(\{\s*/, (found) => `${found}plugins: [${PLUGIN}],\n  `);
}
