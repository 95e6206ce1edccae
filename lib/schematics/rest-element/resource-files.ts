import type { Element } from './element.js';

/** A test of a resource in its application, as Nest's own stand in `test/`. */
export function resourceEndToEndText(
  { file, type }: Element,
  imports: { readonly moduleName: string; readonly module: string; readonly controller: string },
): string {
  return `import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { RestRoutes } from 'nestjs-rest-routes';
import { ${imports.moduleName} } from '${imports.module}';
import { ${type}Controller } from '${imports.controller}';

describe('${file} (e2e)', () => {
  let app: INestApplication;
  let url: string;

  beforeEach(async () => {
    const fixture = await Test.createTestingModule({
      imports: [${imports.moduleName}],
    }).compile();
    app = fixture.createNestApplication();
    await app.listen(0, '127.0.0.1');
    const routes = await app.get(RestRoutes).list();
    const handler = \`\${${type}Controller.name}.list\`;
    const list = routes.find((route) => route.handler === handler);
    url = \`\${await app.getUrl()}\${list?.path}\`;
  });

  afterEach(() => app.close());

  it('is read by anyone', async () => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual([]);
    expect((await fetch(\`\${url}?page=0\`)).status).toBe(400);
  });

  it('is not written by nobody', async () => {
    const body = new URLSearchParams({ title: 'First' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
  });

  it('describes itself', async () => {
    const answer = await fetch(url, { method: 'OPTIONS' });
    expect(answer.headers.get('Allow')).toBe('GET');
  });
});
`;
}

/** The files of a resource, by name. */
export function resourceFiles(
  element: Element,
  withSpec: boolean,
): Readonly<Record<string, string>> {
  const { file, suffix } = element;
  return {
    [`${file}.controller.ts`]: controllerText(element),
    [`${file}.service.ts`]: serviceText(element),
    [`${file}.value.ts`]: valueText(element),
    ...(withSpec ? { [`${file}.controller.${suffix}.ts`]: specText(element) } : {}),
  };
}

function valueText({ type }: Element): string {
  return `import { Param, ValueClass, type int } from 'nestjs-rest-routes';

@ValueClass()
export class ${type}Part {
  @Param({ minLength: 1 }) name: string;
  @Param({ minimum: 1, maximum: 99 }) count: int = 1;
}

export interface ${type}Entity {
  readonly id: int;
  readonly title: string;
  readonly parts: readonly ${type}Part[];
}
`;
}

function serviceText({ file, type }: Element): string {
  return `import { Injectable } from '@nestjs/common';
import { RestException } from 'nestjs-rest-routes';
import type { ${type}Entity, ${type}Part } from './${file}.value.js';

@Injectable()
export class ${type}Service {
  readonly #entities = new Map<number, ${type}Entity>();
  #lastId = 0;

  all(): ${type}Entity[] {
    return [...this.#entities.values()];
  }

  one(id: number): ${type}Entity {
    const entity = this.#entities.get(id);
    if (entity !== undefined) return entity;
    throw new RestException('not_found', \`There is nothing with the id \${id}.\`, 404);
  }

  create(title: string, parts: readonly ${type}Part[]): ${type}Entity {
    // A counter: the id of a deleted entity never names another one.
    this.#lastId += 1;
    const id = this.#lastId;
    const entity = { id, title, parts };
    this.#entities.set(id, entity);
    return entity;
  }

  update(id: number, title: string): ${type}Entity {
    const entity = { ...this.one(id), title };
    this.#entities.set(id, entity);
    return entity;
  }

  remove(id: number): void {
    this.one(id);
    this.#entities.delete(id);
  }
}
`;
}

function controllerText({ file, type, version, base }: Element): string {
  return `import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { ${type}Service } from './${file}.service.js';
import { ${type}Part, type ${type}Entity } from './${file}.value.js';

@RestController('${version}', '${base}')
export class ${type}Controller {
  constructor(private readonly service: ${type}Service) {}

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ minimum: 1 }) page: int = 1,
    @Param({ minimum: 1, maximum: 100 }) per_page: int = 10,
  ): RestResponse<${type}Entity[]> {
    const all = this.service.all();
    const found = all.slice((page - 1) * per_page, page * per_page);
    return new RestResponse(found).paged({ total: all.length, page, perPage: per_page });
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): ${type}Entity {
    return this.service.one(id);
  }

  @RestRoute('', HttpMethod.Post, new Capability('edit_${file}'))
  create(
    @Param({ minLength: 2, maxLength: 80 }) title: string,
    parts: ${type}Part[] = [],
  ): RestResponse<${type}Entity> {
    return new RestResponse(this.service.create(title, parts), 201);
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Capability('edit_${file}'))
  update(id: int, @Param({ minLength: 2, maxLength: 80 }) title: string): ${type}Entity {
    return this.service.update(id, title);
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete_${file}'))
  remove(id: int): void {
    this.service.remove(id);
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
import { ${type}Service } from './${file}.service.js';

const EDITOR = { capabilities: ['edit_${file}', 'delete_${file}'] };

describe('${type}Controller', () => {
  let app: RestTestApplication;

  beforeEach(async () => {
    app = await createRestApplication({
      controllers: [${type}Controller],
      providers: [${type}Service],
    });
  });

  afterEach(() => app.close());

  it('is read by anyone, and written by editors', async () => {
    const refused = await app.post('/${version}${base}', { title: 'First' });
    expect(refused.status).toBe(401);
    const editor = app.as(EDITOR);
    const body = { title: 'First', parts: [{ name: 'a' }] };
    expect((await editor.post('/${version}${base}', body)).status).toBe(201);
    expect((await app.get('/${version}${base}')).body).toEqual([
      { id: 1, title: 'First', parts: [{ name: 'a', count: 1 }] },
    ]);
    const changed = await editor.put('/${version}${base}/1', { title: 'Second' });
    expect(changed.body).toMatchObject({ title: 'Second' });
    expect((await editor.delete('/${version}${base}/1')).status).toBe(204);
    expect((await app.get('/${version}${base}/1')).status).toBe(404);
  });

  it('gives a new entity an id that no entity had before', async () => {
    const editor = app.as(EDITOR);
    for (const title of ['First', 'Second']) await editor.post('/${version}${base}', { title });
    await editor.delete('/${version}${base}/1');
    const created = await editor.post('/${version}${base}', { title: 'Third' });
    expect(created.body).toMatchObject({ id: 3, title: 'Third' });
    expect((await app.get('/${version}${base}/2')).body).toMatchObject({ title: 'Second' });
  });

  it('refuses what the signature does not allow', async () => {
    expect((await app.get('/${version}${base}?page=0')).status).toBe(400);
    expect((await app.as(EDITOR).post('/${version}${base}', { title: 'x' })).status).toBe(400);
  });
});
`;
}
