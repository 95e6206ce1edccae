import { posix } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { PACKAGE } from '../source/package-name.js';

const PLUGIN = 'restRoutes()';

/** vitest.config.ts, and others such as vitest.config.e2e.mts. */
const CONFIGURATION = /^vitest\.config(?:\.[\w-]+)?\.[cm]?[jt]s$/;

/** Adds the plugin to each configuration of Vitest, before the plugins that it has. */
export function addVitePlugin(sourceRoot: string): Rule {
  return (tree, context) => {
    const folders = new Set(['/', posix.join('/', posix.dirname(sourceRoot))]);
    const paths = [...folders].flatMap((folder) =>
      tree
        .getDir(folder)
        .subfiles.filter((file) => CONFIGURATION.test(file))
        .map((file) => posix.join(folder, file)),
    );
    for (const path of paths) {
      const text = tree.readText(path);
      if (text.includes(`${PACKAGE}/vite`)) continue;
      const changed = withPlugin(text);
      if (changed === text) {
        context.logger.warn(
          `${path} could not be read: add ${PLUGIN} of ${PACKAGE}/vite to its plugins.`,
        );
      } else tree.overwrite(path, `import { restRoutes } from '${PACKAGE}/vite';\n${changed}`);
    }
  };
}

function withPlugin(text: string): string {
  return /plugins:\s*\[/.test(text)
    ? text.replace(/plugins:\s*\[\s*/, (found) => `${found}${PLUGIN}, `)
    : text.replace(/defineConfig\(\{\s*/, (found) => `${found}plugins: [${PLUGIN}],\n  `);
}
