import type { ts } from '../compiler/program/typescript.js';
import { permissionText } from './handler-decorators.js';
import type { NestDecorator } from './nest-decorators.js';
import type { ReadHandler } from './read-handlers.js';
import { type Edit, indentOf, insert } from '../compiler/syntax/text-edits.js';

/** A handler before and after. */
export interface ConvertedHandler {
  readonly name: string;
  readonly method: string;
  /** With placeholders: `/api/users/{id}`. */
  readonly urls: readonly string[];
  /** The guards that stay on it. */
  readonly guards: readonly string[];
  /** The permission as source text; `undefined` where a person must decide. */
  readonly permission: string | undefined;
}

/** Reads the permission of each handler. None is invented: where none can be read, a callback denies. */
export function decidePermissions(
  node: ts.ClassDeclaration,
  decorators: readonly NestDecorator[],
  handlers: readonly ReadHandler[],
  trustsGuards: boolean,
): {
  readonly decided: readonly ConvertedHandler[];
  /** That of the controller: of all handlers that state none. */
  readonly shared: string | undefined;
  /** The methods that the permissions name; `undefined` where they name none. */
  readonly callbacks: Edit | undefined;
} {
  const className = node.name?.text ?? '';
  const ofGuards = `new Callback(${className}.guardsDecide)`;
  const ofClass = permissionText(decorators);
  const decided = handlers.map((handler): ConvertedHandler => {
    const { known: guards, checksPermission } = handler.guards;
    const isTrusted = trustsGuards && guards.length > 0 && !checksPermission;
    const byGuards = isTrusted ? ofGuards : undefined;
    return {
      name: handler.name,
      method: handler.route.name.toUpperCase(),
      urls: handler.paths.map((path) => `/${path.join('/')}`),
      guards,
      permission: permissionText(handler.decorators) ?? ofClass ?? byGuards,
    };
  });
  const undecided = decided.filter(({ permission }) => permission === undefined);
  const trusted = decided.filter(({ permission }) => permission === ofGuards);
  const [first] = decided;
  const isSame = decided.every(({ permission }) => permission === first?.permission);
  const common = isSame ? first?.permission : undefined;
  const text = callbacksText(undecided, trusted, indentOf(node));
  const { end } = node.members;
  return {
    decided,
    shared: undecided.length > 0 ? `new Callback(${className}.undecided)` : common,
    callbacks: text === '' ? undefined : insert(end, text),
  };
}

function callbacksText(
  undecided: readonly ConvertedHandler[],
  trusted: readonly ConvertedHandler[],
  indent: string,
): string {
  const method = (comment: string, name: string, allows: boolean): string =>
    [
      '',
      `${indent}  /** ${comment} */`,
      `${indent}  static ${name}(): boolean {`,
      `${indent}    return ${allows};`,
      `${indent}  }`,
    ].join('\n');
  const guards = (handlers: readonly ConvertedHandler[]): string =>
    [...new Set(handlers.flatMap((handler) => handler.guards))].join(', ');
  const left = guards(undecided) === '' ? '' : ` These guards stay: ${guards(undecided)}.`;
  const names = undecided.map(({ name }) => name).join(', ');
  const todo = `TODO: decide who may call ${names}. Until then, everyone is denied.${left}`;
  return [
    ...(undecided.length === 0 ? [] : [`\n${method(todo, 'undecided', false)}`]),
    ...(trusted.length === 0
      ? []
      : [`\n${method(`Guards decide who may call: ${guards(trusted)}.`, 'guardsDecide', true)}`]),
  ].join('');
}
