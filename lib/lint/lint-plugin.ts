import { noCachedWrite } from './no-cached-write.rule.js';
import { noPublicWrite } from './no-public-write.rule.js';
import { routeInController } from './route-in-controller.rule.js';
import { routePermission } from './route-permission.rule.js';
import type { Rule } from './lint-syntax.js';

const NAME = 'rest-routes';

/** The plugin as ESLint and oxlint load it. */
export interface LintPlugin {
  readonly meta: { readonly name: string };
  readonly rules: Readonly<Record<string, Rule>>;
  readonly configs: {
    /** For a flat configuration of ESLint: all rules as errors, but `no-public-write`, which warns. */
    readonly recommended: {
      readonly plugins: Readonly<Record<string, { readonly rules: LintPlugin['rules'] }>>;
      readonly rules: Readonly<Record<string, 'error' | 'warn'>>;
    };
  };
}

const rules: LintPlugin['rules'] = {
  'route-permission': routePermission,
  'no-public-write': noPublicWrite,
  'route-in-controller': routeInController,
  'no-cached-write': noCachedWrite,
};

/**
 * Rules for the editor. They read only the syntax; the build and the startup check everything.
 *
 * @example
 * // eslint.config.js
 * import restRoutes from 'nestjs-rest-routes/lint';
 * export default [restRoutes.configs.recommended];
 */
export const plugin: LintPlugin = {
  meta: { name: NAME },
  rules,
  configs: {
    recommended: {
      plugins: { [NAME]: { rules } },
      rules: {
        [`${NAME}/route-permission`]: 'error',
        [`${NAME}/no-public-write`]: 'warn',
        [`${NAME}/route-in-controller`]: 'error',
        [`${NAME}/no-cached-write`]: 'error',
      },
    },
  },
};
