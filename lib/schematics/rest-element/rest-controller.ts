import type { Rule } from '@angular-devkit/schematics';
import { createFiles, elementOf, type Element, type ElementOptions } from './element.js';
import { register } from './register.js';

/** `nest generate -c nestjs-rest-routes rest-controller items` */
export function restController(options: ElementOptions): Rule {
  return (tree, context) => {
    const element = elementOf(options);
    createFiles(tree, element.folder, {
      [`${element.file}.controller.ts`]: controllerText(element),
      ...(options.spec === false
        ? {}
        : { [`${element.file}.controller.${element.suffix}.ts`]: specText(element) }),
    });
    if (options.skipImport !== true) register(tree, context, [{ type: 'controller', element }]);
  };
}

function controllerText({ type, version, base }: Element): string {
  return `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('${version}', '${base}')
export class ${type}Controller {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }
}
`;
}

function specText({ file, type, version, base }: Element): string {
  return `import {
  createRestApplication,
  type RestTestApplication,
} from 'nestjs-rest-routes/testing';
import { ${type}Controller } from './${file}.controller.js';

describe('${type}Controller', () => {
  let app: RestTestApplication;

  beforeEach(async () => {
    app = await createRestApplication({ controllers: [${type}Controller] });
  });

  afterEach(() => app.close());

  it('lists', async () => {
    const { status, body } = await app.get('/${version}${base}');
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});
`;
}
