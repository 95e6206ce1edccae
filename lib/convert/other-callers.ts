import { ts } from '../compiler/program/typescript.js';
import { decoratorsOf, symbolOf } from './nest-decorators.js';
import type { SourceReader } from './parameter-conversion.js';
import { isHandler } from './read-handlers.js';

/** The packages whose decorators on a class or a handler concern requests. */
const OF_REQUESTS =
  /^(?:@nestjs\/(?:cache-manager|common|swagger|throttler)|nestjs-rest-routes|class-.*)$/;

/**
 * The methods of a controller that others than routes call: events, jobs, patterns, queues, resolvers. Nest
 * creates the class at startup for them, which a person must know of a class that routes create on first use.
 */
export function calledByOthers(
  node: ts.ClassDeclaration,
  { imported, checker }: SourceReader,
): readonly string[] {
  const found = [node, ...node.members.filter(ts.isMethodDeclaration)].flatMap((one) => {
    const decorators = decoratorsOf(one, imported);
    const isMethod = one !== node && !isHandler(decorators);
    const name = one === node ? 'the class' : (one.name?.getText() ?? '');
    return decorators
      .filter(({ module, callee }) => {
        if (OF_REQUESTS.test(module)) return false;
        const [declaration] = symbolOf(callee, checker)?.declarations ?? [];
        return isMethod || declaration?.getSourceFile().isDeclarationFile === true;
      })
      .map((decorator) => `${name} has ${decorator.node.getText()}`);
  });
  return found.length === 0
    ? []
    : [
        `${found.join(', ')}: others than routes may call it, so Nest creates the class at startup.`,
      ];
}
