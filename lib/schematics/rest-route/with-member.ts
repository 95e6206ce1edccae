import { SchematicsException } from '../devkit.js';
import { ts } from '../../compiler/program/typescript.js';
import { insert, parse, withEdits } from '../../compiler/syntax/text-edits.js';

/**
 * Adds a member at the end of the class with `@RestController`.
 *
 * @throws SchematicsException where the source has no such class.
 */
export function withMember(text: string, member: string, path: string): string {
  const controller = parse(text)
    .statements.filter(ts.isClassDeclaration)
    .find((one) => ts.getDecorators(one)?.some(isController));
  if (controller === undefined) {
    throw new SchematicsException(`${path} has no class with @RestController.`);
  }
  return withEdits(text, [insert(controller.getEnd() - 1, member)]);
}

function isController(decorator: ts.Decorator): boolean {
  return decorator.getText().startsWith('@RestController(');
}
