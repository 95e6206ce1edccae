import { posix } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { changeSource, PACKAGE } from '../source/project.js';

const PLUGIN = 'restRoutes()';

const VITE = `${PACKAGE}/vite`;

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
      changeSource(tree, context, path, {
        marker: VITE,
        change: withPlugin,
        remedy: `add ${PLUGIN} of ${VITE} to its plugins`,
      });
    }
  };
}

function withPlugin(text: string): string | undefined {
  const changed = /plugins:\s*\[/.test(text)
    ? text.replace(/plugins:\s*\[\s*/, (found) => `${found}${PLUGIN}, `)
    : text.replace(/defineConfig\(\{\s*/, (found) => `${found}plugins: [${PLUGIN}],\n  `);
  return changed === text ? undefined : `import { restRoutes } from '${VITE}';\n${changed}`;
}
