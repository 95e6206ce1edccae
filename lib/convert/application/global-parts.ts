import { ts } from '../../compiler/program/typescript.js';
import { nodesIn, optionOf } from '../../compiler/syntax/nodes.js';
import { readImports } from '../../compiler/syntax/text-edits.js';

/** A test sets up applications of its own. */
const TEST = /[.-](?:spec|test)\.ts$/;

/** The guards or pipes of the whole application, of `useGlobalPipes()` and `APP_PIPE`, as the sources state them. */
export function globalParts(
  sources: readonly ts.SourceFile[],
  kind: 'Guard' | 'Pipe',
): readonly ts.Expression[] {
  const method = `useGlobal${kind}s`;
  const token = `APP_${kind.toUpperCase()}`;
  return sources
    .filter(({ fileName, text }) => !TEST.test(fileName) && mentions(text, method, token))
    .flatMap((source) => {
      const imported = readImports(source);
      const isToken = (node: ts.Expression | undefined): boolean => {
        const text = node?.getText() ?? '';
        return (imported.get(text)?.name ?? text.split('.').at(-1)) === token;
      };
      const calls = nodesIn(source, ts.isCallExpression).filter(
        ({ expression }) =>
          ts.isPropertyAccessExpression(expression) && expression.name.text === method,
      );
      const providers = nodesIn(source, ts.isObjectLiteralExpression).filter((one) =>
        isToken(optionOf(one, 'provide')),
      );
      return [...calls.flatMap((call) => call.arguments), ...providers.map(providedBy)];
    });
}

function mentions(text: string, ...names: readonly string[]): boolean {
  return names.some((name) => text.includes(name));
}

/** What a provider provides; the provider itself, if the source does not show it. */
function providedBy(provider: ts.ObjectLiteralExpression): ts.Expression {
  const stated = ['useClass', 'useExisting', 'useValue'].flatMap(
    (name) => optionOf(provider, name) ?? [],
  );
  return stated[0] ?? returnedBy(optionOf(provider, 'useFactory')) ?? provider;
}

function returnedBy(factory: ts.Expression | undefined): ts.Expression | undefined {
  if (factory === undefined) return undefined;
  if (!ts.isArrowFunction(factory) && !ts.isFunctionExpression(factory)) return undefined;
  if (!ts.isBlock(factory.body)) return factory.body;
  const [returned, ...others] = nodesIn(factory.body, ts.isReturnStatement);
  return others.length === 0 ? returned?.expression : undefined;
}
