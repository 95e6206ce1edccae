import { posix } from 'node:path';
import { SchematicsException, type Rule } from '@angular-devkit/schematics';
import { ts } from '../../compiler/program/typescript.js';
import { elementOf } from '../rest-element/element.js';
import { withImport } from '../source/with-import.js';

/** What `rest-route` takes. */
export interface RouteOptions {
  /** `items/publish`: the controller, and the method to add. */
  readonly name: string;
  readonly path?: string;
  readonly sourceRoot?: string;
  readonly method?: string;
  readonly routePath?: string;
  readonly capability?: string;
}

/** `nest generate -c nestjs-rest-routes rest-route items/publish` */
export function restRoute(options: RouteOptions): Rule {
  return (tree) => {
    const { dir, base: methodName } = posix.parse(options.name);
    if (dir === '' || !/^[a-z_$][\w$]*$/i.test(methodName)) {
      throw new SchematicsException(
        `"${options.name}" names no controller and method; write items/publish.`,
      );
    }
    const { file, folder } = elementOf({ ...options, name: dir });
    const candidates = [folder, posix.dirname(folder)].map((at) =>
      posix.join(at, `${file}.controller.ts`),
    );
    const path = candidates.find((candidate) => tree.exists(candidate));
    const text = path === undefined ? undefined : tree.read(path)?.toString();
    if (path === undefined || text === undefined) {
      throw new SchematicsException(`There is no controller at ${candidates.join(' or ')}.`);
    }
    const imports = ['Capability', 'HttpMethod', 'RestRoute'];
    const { method = 'Get', routePath = `/${methodName}`, capability } = options;
    const route = `
  @RestRoute('${routePath}', HttpMethod.${method}, new Capability('${capability ?? `${methodName}_${file}`}'))
  ${methodName}(): void {}
`;
    tree.overwrite(path, imports.reduce(withImport, withMember(text, route, path)));
  };
}

/** Adds a member at the end of the controller's class. */
function withMember(text: string, member: string, path: string): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const controller = source.statements.find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) &&
      (ts.getDecorators(statement) ?? []).some((decorator) =>
        decorator.getText().startsWith('@RestController('),
      ),
  );
  if (controller === undefined) {
    throw new SchematicsException(`${path} has no class with @RestController.`);
  }
  const end = controller.getEnd() - 1;
  return `${text.slice(0, end)}${member}${text.slice(end)}`;
}
