import { SchematicsException } from '../devkit.js';
import { ts } from '../../compiler/program/typescript.js';

/**
 * Adds a member at the end of the class with `@RestController`.
 *
 * @throws SchematicsException where the source has no such class.
 */
export function withMember(text: string, member: string, path: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const controller = source.statements.find(isController);
  if (controller === undefined) {
    throw new SchematicsException(`${path} has no class with @RestController.`);
  }
  const end = controller.getEnd() - 1;
  return `${text.slice(0, end)}${member}${text.slice(end)}`;
}

function isController(statement: ts.Statement): statement is ts.ClassDeclaration {
  if (!ts.isClassDeclaration(statement)) return false;
  const decorators = ts.getDecorators(statement) ?? [];
  return decorators.some((decorator) => decorator.getText().startsWith('@RestController('));
}
