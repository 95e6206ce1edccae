import type { RouteLayout } from '../arguments/argument-layout.js';
import type { PlannedController } from '../plan/import-plan.js';
import { textLiteral } from './literal.js';
import { permissionSource } from './permission-source.js';
import { routeSource } from './route-source.js';
import type { SourceContext } from './type-source.js';

/** A linter would report each parameter of methods that are not written yet. oxlint reads this too. */
const UNUSED = ['eslint', 'disable @typescript-eslint/no-unused-vars'].join('-');

/** The text of the file of a controller, with the methods of these routes. */
export function controllerSource(
  controller: PlannedController,
  layouts: readonly RouteLayout[],
  className: string,
  context: SourceContext,
): string {
  const { version, base, words } = controller;
  const methods = layouts.map((layout) => routeSource(layout, className, context));
  const permissions = layouts.map(({ route }) => permissionSource(route, words));
  const place = [version, ...(base === '' ? [] : [base])].map(textLiteral).join(', ');
  const head = `@${context.imports.value('RestController')}(${place})\nexport class ${className} {`;
  const body = [...methods, ...permissions].join('').replace(/^\n/, '');
  return `/* ${UNUSED} -- until the methods use their arguments */\n${context.imports.toString()}\n${head}\n${body}}\n`;
}
