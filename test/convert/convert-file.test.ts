import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SourceHosts } from '../../lib/compiler/project.js';
import { convertFile, type FileConversion } from '../../lib/convert/convert-file.js';
import { joinRemarks } from '../../lib/convert/remarks.js';
import { REPOSITORY } from '../support/repository.js';
import { OPTIONS, SOURCES } from './moved/options.js';

/** One folder for all tests: what is installed is parsed once. */
const root = mkdtempSync(join(tmpdir(), 'rest-routes-convert-'));
const hosts: SourceHosts = new Map();
symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));

beforeEach(() => {
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { module: 'nodenext', strict: true, experimentalDecorators: true },
      include: ['src'],
    }),
  );
});

afterEach(() => {
  for (const name of readdirSync(root)) {
    if (name !== 'node_modules') rmSync(join(root, name), { recursive: true });
  }
});

afterAll(() => rmSync(root, { recursive: true }));

describe('permissions', () => {
  const GUARDED = `import { Controller, Get, Post, UseGuards } from '@nestjs/common';
class KeyGuard {}
class RolesGuard {}
@Controller('notes')
@UseGuards(KeyGuard)
export class NotesController {
  @Get()
  list() {}
  @Post()
  @UseGuards(new RolesGuard())
  create() {}
}
`;

  test('deny behind a guard until a person decides, and the guard stays', () => {
    const { text, lines } = convert(GUARDED);
    expect(text).toContain("@RestController('notes', '', new Callback(NotesController.undecided))");
    expect(text).toContain('@UseGuards(KeyGuard)\nexport class');
    expect(text).toMatch(/These guards stay: KeyGuard, new RolesGuard\(\)/);
    expect(text).toMatch(/static undecided\(\): boolean \{\s+return false;/);
    expect(lines.join('\n')).toContain('convert with --trust-guards');
  });

  test('are those of the guards with --trust-guards, and only where there is one', () => {
    const half = GUARDED.replace('@UseGuards(KeyGuard)\n', '');
    const { text } = convert(half, { trustsGuards: true });
    expect(text).toContain("@RestController('notes', '', new Callback(NotesController.undecided))");
    expect(text).toContain(
      "@RestRoute('', HttpMethod.Post, new Callback(NotesController.guardsDecide))",
    );
    expect(convert(GUARDED, { trustsGuards: true }).text).toContain(
      "@RestController('notes', '', new Callback(NotesController.guardsDecide))",
    );
  });

  test('are those of guards of the whole application with --trust-guards', () => {
    const open = GUARDED.replace('@UseGuards(KeyGuard)\n', '').replace(
      '  @UseGuards(new RolesGuard())\n',
      '',
    );
    for (const main of [
      "import { APP_GUARD } from '@nestjs/core';\nclass AllGuard {}\nexport const guard = { provide: APP_GUARD, useClass: AllGuard };",
      'class AllGuard {}\napp.useGlobalGuards(new AllGuard());',
    ]) {
      const { text } = convert(open, { main, trustsGuards: true });
      expect(text).toContain('new Callback(NotesController.guardsDecide)');
      expect(text).toMatch(/Guards decide who may call: (?:new )?AllGuard/);
      expect(convert(open, { main }).text).toContain('new Callback(NotesController.undecided)');
    }
  });

  test('are those of @RequirePermission', () => {
    const { text, lines } = convert(`import { Controller, Get, Post } from '@nestjs/common';
import { Capability, PublicAccess, RequirePermission } from 'nestjs-rest-routes';
@Controller('notes')
@RequirePermission(new PublicAccess())
export class NotesController {
  @Get()
  list() {}
  @Post()
  @RequirePermission(new Capability('edit_notes'))
  create() {}
}
`);
    expect(text).toContain("@RestRoute('', HttpMethod.Get, new PublicAccess())");
    expect(text).toContain("@RestRoute('', HttpMethod.Post, new Capability('edit_notes'))");
    expect(text).not.toContain('RequirePermission');
    expect(text).not.toContain('undecided');
    expect(lines.join('\n')).not.toContain('decide');
  });
});

describe('URLs', () => {
  const AT = (
    decorator: string,
    path = "'all'",
  ): string => `import { Controller, Get } from '@nestjs/common';
@Controller(${decorator})
export class NotesController {
  @Get(${path})
  list() {}
}
`;

  test.each([
    ["'notes'", '', "@RestController('notes', '', ", "prefix: '', namespace: ''"],
    ["'notes/of/mine'", '', "@RestController('notes', '/of/mine',", "namespace: ''"],
    ['', '', "@RestController('', '', ", "namespace: ''"],
    ["'notes'", "app.setGlobalPrefix('api');", "@RestController('notes'", "namespace: 'api'"],
    [
      "{ path: 'notes', version: '2' }",
      "app.setGlobalPrefix('api'); app.enableVersioning();",
      "@RestController('v2', '/notes'",
      "namespace: 'api'",
    ],
    [
      "'notes'",
      "app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });",
      "@RestController('v1', '/notes'",
      "namespace: ''",
    ],
  ])('of %s stay, with %s', (decorator, main, expected, namespace) => {
    const { text, lines } = convert(AT(decorator), { main });
    expect(text).toContain(expected);
    expect(text).toContain("@RestRoute('/all', HttpMethod.Get)");
    expect(lines.join('\n')).toContain(namespace);
  });

  test('of handlers without a common segment stay, at the root too', () => {
    const { text, main, lines } = convert(
      `import { Controller, Get, Post } from '@nestjs/common';
@Controller()
export class AppController {
  @Get()
  root() { return { up: true }; }
  @Get('live')
  live() { return { up: true }; }
  @Post('upload')
  upload() { return { up: true }; }
}
`,
      { main: "RestModule.forRoot({ namespace: 'shop' });" },
    );
    expect(main).toContain("RestModule.forRoot({ prefix: '', namespace: ''");
    expect(text).toContain("@RestController('', '', new Callback(AppController.undecided))");
    for (const path of ['', '/live', '/upload']) expect(text).toContain(`@RestRoute('${path}',`);
    expect(lines.join('\n')).not.toContain('stays');
  });

  test('with several default versions stay plain', () => {
    const main =
      "app.setGlobalPrefix('api'); app.enableVersioning({ type: VersioningType.URI, defaultVersion: ['1', '2'] });";
    const { text, lines } = convert(AT("'notes'"), { main, prefix: 'api/v1' });
    expect(text).toBe(AT("'notes'"));
    expect(lines.join('\n')).toContain('there are several default versions');
  });

  test.each(['process.env.API_VERSION', 'process.env.API_VERSION || DEFAULT_VERSION'])(
    'with the default version %s need one that is stated',
    (version) => {
      const main = `app.setGlobalPrefix(process.env.PREFIX); app.enableVersioning({ type: VersioningType.URI, defaultVersion: ${version} });`;
      const unknown = convert(AT("'notes'"), { main, prefix: 'api' });
      expect(unknown.text).toBe(AT("'notes'"));
      expect(unknown.lines.join('\n')).toContain('the prefix: --prefix api/v1');
      const known = convert(AT("'notes'"), { main, prefix: 'api/v1' });
      expect(known.text).toContain("@RestController('v1', '/notes'");
      const own = convert(AT("{ path: 'notes', version: '2' }"), { main, prefix: 'api/v1' });
      expect(own.text).toContain("@RestController('v2', '/notes'");
    },
  );

  test('have no version where the default is VERSION_NEUTRAL', () => {
    const main =
      "app.setGlobalPrefix('api'); app.enableVersioning({ type: VersioningType.URI, defaultVersion: VERSION_NEUTRAL });";
    expect(convert(AT("'notes'"), { main }).text).toContain("@RestController('notes'");
  });

  test('stay with the namespace that forRoot gets, where it has no routes yet', () => {
    const main =
      "app.setGlobalPrefix('api'); RestModule.forRoot({ namespace: 'shop', cache: {} });";
    const { text, main: changed, lines } = convert(AT("'notes'"), { main });
    expect(text).toContain("@RestController('notes'");
    expect(changed).toContain(
      "RestModule.forRoot({ prefix: '', namespace: 'api', errors: 'nest', headers: 'neutral', discovery: false, cache: {} })",
    );
    expect(lines.join('\n')).not.toContain('forRoot');
  });

  test('beside errors and headers that forRoot states already', () => {
    const main = "RestModule.forRoot({ errors: 'problem', discovery: { path: '/index' } });";
    const { main: changed } = convert(AT("'notes'"), { main });
    expect(changed).toContain(
      "forRoot({ prefix: '', namespace: '', headers: 'neutral', errors: 'problem', discovery: { path: '/index' } })",
    );
    const filtered = 'RestModule.forRoot({}); app.useGlobalFilters(RestExceptionFilter);';
    expect(convert(AT("'notes'"), { main: filtered }).main).not.toContain('errors');
    const later = `${main} @RestController('v1') class Other {}`;
    expect(convert(AT("'notes'"), { main: later }).main).toBe('');
  });

  test('are below what forRoot states already', () => {
    const main =
      "RestModule.forRoot({ prefix: '', namespace: 'api' }); app.setGlobalPrefix('api');";
    const { text, lines } = convert(AT("'notes'"), { main });
    expect(text).toContain("@RestController('notes'");
    expect(lines.join('\n')).not.toContain('forRoot');
  });

  const ROUTED = (routes: string, more = ''): string => `
import { Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { NotesController } from './notes.controller.js';
@Module({ controllers: [NotesController] }) export class NotesModule {}
@Module({}) export class OtherModule {}
${more}
RouterModule.register(${routes});
`;

  test.each([
    ["[{ path: 'admin', module: NotesModule }]", "'/admin/notes'"],
    ["[{ path: '/admin/deep/', module: NotesModule }]", "'/admin/deep/notes'"],
    ["[{ path: 'a', children: [{ path: 'b', module: NotesModule }] }]", "'/a/b/notes'"],
    ["[{ path: 'a', module: OtherModule, children: [NotesModule] }]", "'/a/notes'"],
    ["[{ path: 'a', module: OtherModule }]", "'/notes'"],
    ["[...[{ path: 'a', module: NotesModule }]]", "'/a/notes'"],
    ["[{ path: 'a', children: [...CHILDREN, OtherModule] }]", "'/a/notes'"],
    ["[{ path: 'a', children: CHILDREN }]", "'/a/notes'"],
  ])('are below the path of RouterModule.register(%s)', (routes, expected) => {
    write('src/notes.module.ts', ROUTED(routes, 'const CHILDREN = [NotesModule] as const;'));
    const main =
      "app.setGlobalPrefix('api'); app.enableVersioning(); RestModule.forRoot({ namespace: 'shop' });";
    const { text, lines, main: changed } = convert(AT("{ path: 'notes', version: '2' }"), { main });
    expect(text).toContain(`@RestController('v2', ${expected}, `);
    expect(changed).toContain(
      "RestModule.forRoot({ prefix: '', namespace: 'api', errors: 'nest', ",
    );
    expect(lines.join('\n')).not.toContain('RouterModule');
  });

  test('below a path of RouterModule need forRoot without a prefix', () => {
    write('src/notes.module.ts', ROUTED("[{ path: 'admin', module: NotesModule }]"));
    write('src/other.ts', "@RestController('v1')\nclass OtherController {}");
    const main =
      "app.setGlobalPrefix('api'); RestModule.forRoot({ prefix: 'api', namespace: 'admin' });";
    const { text, lines } = convert(AT("'notes'"), { main });
    expect(text).toContain("@RestController('admin', '/notes'");
    expect(lines.join('\n')).toContain(
      "the URLs stay with RestModule.forRoot({ prefix: '', … }) and, for the module, the namespace 'api'. With another prefix, RouterModule",
    );
    const whole = main.replace("prefix: 'api', namespace: 'admin'", "prefix: '', namespace: 'api'");
    expect(convert(AT("'notes'"), { main: whole }).lines.join('\n')).not.toContain('RouterModule');
  });

  test.each([
    ['routes', 'declare const routes: { path: string; module: typeof NotesModule }[];'],
    ["[{ path: process.env['AT'] ?? '', module: NotesModule }]", ''],
    ['[...declared()]', 'declare function declared(): { path: string; module: object }[];'],
    ["[{ path: 'admin', module: made() }]", 'declare function made(): typeof NotesModule;'],
  ])('are a line where RouterModule.register(%s) is no constant', (routes, more) => {
    write('src/notes.module.ts', ROUTED(routes, more));
    const { text, lines } = convert(AT("'notes'"), {});
    expect(text).toContain("@RestController('notes', ''");
    expect(lines).toContain(
      'RouterModule.register has paths or modules that are not constants: check the URLs of converted controllers.',
    );
  });

  test('of a controller that two modules have at two paths stay with it', () => {
    const twice = '@Module({ controllers: [NotesController] }) export class TwiceModule {}';
    const routes = "[{ path: 'a', module: NotesModule }, { path: 'b', module: TwiceModule }]";
    write('src/notes.module.ts', ROUTED(routes, twice));
    const source = AT("'notes'");
    const { text, lines } = convert(source);
    expect(text).toBe(source);
    expect(lines.join('\n')).toContain('its modules have several paths of RouterModule');
  });

  test.each([
    [
      "'notes'",
      "':id?'",
      'list stays as it was: its path is not a constant, or has characters that no route has',
    ],
    ["'notes/*'", "'a'", 'NotesController: stays as it was: its path notes/* has characters'],
    ["{ path: 'notes', host: 'a.example' }", "'a'", 'it is for one host only'],
    ["process.env['PATH'] ?? ''", "'a'", 'its path is not a constant text'],
    ["{ path: 'notes', version: '1' }", "'a'", 'its version is not part of its URLs'],
  ])('of %s with %s are left to a person', (decorator, path, reason) => {
    const source = AT(decorator, path);
    const { text, lines } = convert(source);
    expect(text).toBe(source);
    expect(lines.join('\n')).toContain(reason);
  });
});

test('CacheInterceptor becomes @Cache on GET, and other interceptors stay', () => {
  const { text } = convert(`import { Controller, Get, Post, UseInterceptors } from '@nestjs/common';
import { CacheInterceptor, CacheTTL } from '@nestjs/cache-manager';
class Other {}
@Controller('notes')
@UseInterceptors(CacheInterceptor, Other)
export class NotesController {
  @Get()
  @CacheTTL(30_000)
  list() {}
  @Post()
  create() {}
}
`);
  expect(text).toContain("@Cache({ ttl: '30s' })\n  list()");
  expect(text).toContain('@UseInterceptors(Other)');
  expect(text.match(/@Cache\(/g)).toHaveLength(1);
  expect(text).not.toContain('cache-manager');
});

test('decorators of Swagger that the signature makes needless go, and others stay', () => {
  const { text, lines } =
    convert(`import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
class Note { readonly id = 1; }
@ApiTags('notes')
@Controller('notes')
export class NotesController {
  @Get(':id')
  @ApiParam({ name: 'id', description: 'of a note' })
  @ApiOkResponse({ type: Note, description: "The note" })
  one(@Param('id') id: string): Note { return new Note(); }
  @Post()
  @ApiBody({ type: Note })
  @ApiOkResponse({ type: Note })
  create(@Body() note: { readonly title: string }) {}
}
`);
  expect(text).toContain("import { ApiOkResponse, ApiTags } from '@nestjs/swagger';");
  expect(text).toMatch(/HttpMethod\.Get\)\n {2}one\(id: string\): Note/);
  expect(text).toContain('create(@Arguments() note: { readonly title: string })');
  expect(lines).toContain(
    `NotesController: one: @ApiParam said 'of a note', @ApiOkResponse said "The note": the doc comment of the method can.`,
  );
});

test('an argument that nothing required stays optional where the code compiles with it', () => {
  const { text, lines } = convert(`import { Controller, Get, Query } from '@nestjs/common';
@Controller('notes')
export class NotesController {
  @Get('a')
  a(@Query('q') q: string) { return [q]; }
  @Get('b')
  b(@Query('q') q: string) { return q.length; }
}
`);
  expect(text).toContain('a(q?: string)');
  expect(text).toContain('b(q: string)');
  expect(lines.join('\n')).toContain('b: q is required now');
});

test('a type that is taken out of a class is written as what it is', () => {
  const { text } = convert(`import { Controller, Get, Param, Query } from '@nestjs/common';
class User { id!: number | string; age!: number; name!: string }
@Controller('notes')
export class NotesController {
  @Get(':id/:age')
  one(@Param('id') id: User['id'], @Param('age') age: User['age'], @Query('name') name?: User['name']) {}
}
`);
  expect(text).toContain('one(id: string, age: int, name?: string)');
});

test('a pipe that no schema replaces stays, and with it what it guards', () => {
  const own = `import { Body, Controller, Get, Post, Query, UsePipes, ValidationPipe as Checks } from '@nestjs/common';
import { ValidationPipe } from './validation.pipe.js';
class Note { title!: string }
@Controller('notes')
export class NotesController {
  @Post('a')
  @UsePipes(new ValidationPipe())
  a(@Body() note: Note) {}
  @Post('b')
  @UsePipes(new Checks({ whitelist: true }))
  b(@Body('note') note: Note) {}
  @Post('c')
  @UsePipes(Checks)
  c(@Body() note: Note) {}
}
`;
  const { text, lines } = convert(own);
  expect(text).toContain('@UsePipes(new ValidationPipe())\n  a(@Body() note: Note)');
  expect(text).toContain(
    "@UsePipes(new Checks({ whitelist: true }))\n  b(@Body('note') note: Note)",
  );
  expect(text).toMatch(/@HttpCode\(201\)\n {2}c\(@Arguments\(\) note: Note\)/);
  expect(lines.join('\n')).toContain('a stays as it was: new ValidationPipe() of @UsePipes()');
  const ofClass = own.replace('@Controller', '@UsePipes(new ValidationPipe())\n@Controller');
  expect(convert(ofClass).text).toBe(ofClass);
});

test('a handler whose placeholder only a custom decorator takes stays', () => {
  const { text, lines } =
    convert(`import { Controller, createParamDecorator, Get, Param } from '@nestjs/common';
const Id = createParamDecorator((name: string) => name);
@Controller('notes')
export class NotesController {
  @Get('a/:id')
  a(@Id('id') id: string) {}
  @Get('b/:id')
  b(@Param('id') id: string, @Id('other') other: string) {}
}
`);
  expect(text).toContain("@Get('a/:id')\n  a(@Id('id') id: string)");
  expect(text).toContain("b(id: string, @Id('other') other: string)");
  expect(lines).toContain("NotesController: a stays as it was: no parameter has @Param('id').");
});

test('an interface of plain values is an object of arguments', () => {
  const { text } = convert(`import { Controller, Get, Param, Query } from '@nestjs/common';
interface Paging { readonly page?: number; readonly sort?: 'a' | 'b' }
interface Other { readonly of?: Map<string, string> }
@Controller('notes')
export class NotesController {
  @Get()
  list(@Query() paging: Paging) {}
  @Get('other')
  other(@Query() other: Other) {}
  @Get(':id/:part')
  one(@Param() params: { id: string; part: string }) {}
  @Get('number/:id')
  numbered(@Param() params: { id: number }) {}
}
`);
  expect(text).toContain('list(@Arguments() paging: Paging)');
  expect(text).toContain('other(@Query() other: Other)');
  expect(text).toContain('one(@Arguments() params: { id: string; part: string })');
  expect(text).toContain('numbered(@Param() params: { id: number })');
});

test('tests that get the controller are named', () => {
  write(
    'src/notes.controller.spec.ts',
    'const notes = module.get<NotesController>(NotesController);',
  );
  const { lines } = convert(
    "import { Controller, Get } from '@nestjs/common';\n@Controller('notes')\nexport class NotesController { @Get() list() {} }\n",
  );
  expect(lines).toContain(
    'NotesController: take it with await module.resolve(NotesController) instead of get() in src/notes.controller.spec.ts.',
  );
});

test('tests that get the controller in an asynchronous function resolve it', () => {
  const file = 'src/notes.controller.spec.ts';
  write(
    file,
    `import { NotesController } from './notes.controller';
declare const module: { get<T>(type: new () => T): T; resolve<T>(type: new () => T): Promise<T> };
export async function before() {
  const notes = module.get<NotesController>(NotesController);
  module.get(NotesController).list();
  return notes;
}
export const now = () => module.get(NotesController);
`,
  );
  const { lines, changes } = convert(
    "import { Controller, Get } from '@nestjs/common';\n@Controller('notes')\nexport class NotesController { @Get() list() {} }\n",
  );
  const text = changes.get(join(root, file));
  expect(text).toContain('notes = await module.resolve<NotesController>(NotesController);');
  expect(text).toContain('(await module.resolve(NotesController)).list();');
  expect(text).toContain('now = () => module.get(NotesController);');
  expect(lines.filter((line) => line.includes('module.resolve'))).toHaveLength(1);
});

test('an import that only removed decorators used is removed', () => {
  write(
    'src/shown.ts',
    'export const shown = (name: string): { description: string } => ({ description: name });',
  );
  const { text } = convert(
    "import { Controller, Get } from '@nestjs/common';\nimport { ApiOkResponse } from '@nestjs/swagger';\nimport { shown } from './shown';\n@Controller('notes')\nexport class NotesController { @Get() @ApiOkResponse(shown('a')) list(): number { return 1; } }\n",
  );
  expect(text).not.toContain('shown');
});

test('a handler that returns a text, or whose form an interceptor reads, keeps what it sends and gets', () => {
  const { text, lines } =
    convert(`import { Body, Controller, Get, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
@Controller('notes')
export class NotesController {
  @Get('csv')
  async csv() { return ['a', 'b'].join(','); }
  @Post('cover')
  @UseInterceptors(FileInterceptor('file'))
  cover(@UploadedFile() file: object, @Body('title') title: string) { return { file, title }; }
}
`);
  expect(text).toContain("@Get('csv')\n  async csv()");
  expect(text).toContain("cover(@UploadedFile() file: object, @Body('title') title: string)");
  expect(text).toContain("@RestRoute('/cover', HttpMethod.Post)");
  expect(lines).toContain(
    'NotesController: csv stays as it was: a text would be sent as JSON, with quotes.',
  );
});

test('statuses of methods that may return nothing stay, and null is named', () => {
  const { text, lines } = convert(`import { Controller, Delete, Get } from '@nestjs/common';
@Controller('notes')
export class NotesController {
  @Delete()
  async remove() { await Promise.resolve(1); }
  @Get('first')
  first(): { id: number } | undefined { return undefined; }
  @Get('last')
  last(): { id: number } | null { return null; }
}
`);
  expect(text).toMatch(/HttpMethod\.Delete\)\n {2}@HttpCode\(200\)\n {2}async remove/);
  expect(text).toMatch(/@HttpCode\(200\)\n {2}first/);
  expect(text).toMatch(/HttpMethod\.Get\)\n {2}last/);
  expect(lines).toContain(
    'NotesController: last: null is sent as JSON, where Nest sends an empty body.',
  );
});

test('what pipes say is kept, or named', () => {
  const { text, lines } =
    convert(`import { Controller, Get, ParseArrayPipe, ParseDatePipe, ParseEnumPipe, ParseIntPipe, ParseUUIDPipe, Query } from '@nestjs/common';
enum Shelf { Prose = 'prose' }
@Controller('notes')
export class NotesController {
  @Get('a')
  a(@Query('shelf', new ParseEnumPipe(Shelf, { optional: true })) shelf: Shelf | undefined, @Query('at', ParseDatePipe) at: Date) { return { shelf, at }; }
  @Get('b')
  b(@Query('id', new ParseUUIDPipe({ version: '4' })) id: string, @Query('tags', new ParseArrayPipe({ items: String })) tags: string[]) { return { id, tags }; }
  @Get('c')
  c(@Query('ids', new ParseArrayPipe({ items: Number, separator: '|' })) ids: number[], @Query('n', new ParseIntPipe({ errorHttpStatusCode: 406 })) n: number) { return { ids, n }; }
  @Get('d')
  d(@Query('shelf') shelf?: Shelf, @Query('q') q?: string) { return { shelf, q }; }
}
`);
  expect(text).toContain("a(shelf: Shelf | undefined, @Query('at', ParseDatePipe) at: Date)");
  expect(text).toContain(
    "b(@Param({ format: Format.Uuid, pattern: '^.{14}4' }) id: string, tags: string[])",
  );
  expect(text).toContain(
    "c(@Query('ids', new ParseArrayPipe({ items: Number, separator: '|' })) ids: number[], n: int)",
  );
  expect(lines.filter((line) => /^NotesController: [abcd]: (?!a 400)/.test(line))).toEqual([
    'NotesController: a: at stays with @Query(): ParseDatePipe has no counterpart.',
    'NotesController: b: tags: blanks divide its list too, not only commas.',
    "NotesController: c: ids stays with @Query(): new ParseArrayPipe({ items: Number, separator: '|' }) has no counterpart.",
    'NotesController: c: n: errorHttpStatusCode of its pipe is gone.',
    'NotesController: d: shelf is checked now: it is Shelf, and other values are a 400.',
  ]);
});

test('a handler whose requests a plain one would get stays, and inherited handlers are served', () => {
  const { text, lines } =
    convert(`import { Controller, Get, Param, Post, Res } from '@nestjs/common';
abstract class Base {
  @Get(':id/parts')
  parts(@Param('id') id: string) { return [id]; }
}
@Controller('notes')
export class NotesController extends Base {
  @Get('mine')
  mine() { return 1; }
  @Get(':id')
  one(@Param('id') id: string, @Res() response: { send(body: string): void }) { response.send(id); }
  @Get('mine/parts')
  hidden() { return 2; }
  @Get('mine/all')
  all() { return 3; }
  @Post('mine')
  create() { return 4; }
}
`);
  expect(text).toMatch(/@Controller\('notes'\)\n@RestController\(/);
  expect(text).toContain("@Get('mine')\n");
  expect(text).toContain("@Get('mine/parts')\n");
  expect(text).toContain("@RestRoute('/mine/all', HttpMethod.Get)");
  expect(text).toContain("@RestRoute('/mine', HttpMethod.Post)");
  expect(lines).toEqual(
    expect.arrayContaining([
      'NotesController: mine stays as it was: one stays, and would get its requests.',
      'NotesController: hidden stays as it was: parts stays, and would get its requests.',
      'NotesController: parts of its base class stay as they were.',
    ]),
  );
});

test('handlers that a mixin may give a class stay as they were', () => {
  write(
    'src/listed.ts',
    `import { Get, type Type } from '@nestjs/common';
export function Listed(): Type<{ list(): object }> {
  class ListedController { @Get() list() { return []; } }
  return ListedController;
}
`,
  );
  const { text, lines } = convert(`import { Controller, Get } from '@nestjs/common';
import { Listed } from './listed.js';
@Controller('notes')
export class NotesController extends Listed() {
  @Get('count')
  count() { return { count: 1 }; }
}
`);
  expect(text).toMatch(/@Controller\('notes'\)\n@RestController\(/);
  expect(text).toContain("@RestRoute('/count', HttpMethod.Get)");
  expect(lines).toContain(
    'NotesController: handlers of Listed(), if it has any, stay as they were.',
  );
});

test('middleware that is bound to the controller is bound to its paths', () => {
  write(
    'src/notes.module.ts',
    `import { NotesController } from './notes.controller';
declare const consumer: { forRoutes(...routes: unknown[]): void };
consumer.forRoutes('other', NotesController);
`,
  );
  const { changes, lines } = convert(
    `import { Controller, Get, Param } from '@nestjs/common';
@Controller('notes')
export class NotesController {
  @Get()
  list() { return []; }
  @Get([':id', 'by-id/:id'])
  one(@Param('id') id: string) { return { id }; }
}
`,
    { main: "app.setGlobalPrefix('api');" },
  );
  expect(changes.get(join(root, 'src/notes.module.ts'))).toContain(
    "forRoutes('other', 'notes', 'notes/:id', 'notes/by-id/:id');",
  );
  expect(lines).toContain(
    'NotesController: forRoutes() has the paths of its routes in src/notes.module.ts, with all their methods.',
  );
});

test('decorators of the application that apply guards are guards', () => {
  write(
    'src/auth.ts',
    `import { applyDecorators, UseGuards } from '@nestjs/common';
export const Auth = (role: string) => applyDecorators(UseGuards(class {}));
`,
  );
  const { text } = convert(
    `import { Controller, Get } from '@nestjs/common';
import { Auth } from './auth.js';
@Controller('notes')
export class NotesController {
  @Get()
  @Auth('admin')
  list() { return []; }
}
`,
    { trustsGuards: true },
  );
  expect(text).toContain('new Callback(NotesController.guardsDecide)');
  expect(text).toContain("Guards decide who may call: @Auth('admin').");
});

test('what a person must know of the application is named', () => {
  const { lines } = convert(
    `import { Controller, Post, Body } from '@nestjs/common';
class Note { title!: string }
@Controller('notes')
export class NotesController {
  @Post()
  create(@Body() note: Note) { return note; }
}
`,
    { main: 'declare const SwaggerModule: any; SwaggerModule.createDocument(app, {});' },
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      'NotesController: create: note is checked now: its properties must have their types, and other properties are left out.',
      'SwaggerModule.createDocument does not list converted routes: mergeOpenApi adds them, as docs/discovery-and-openapi.md shows.',
    ]),
  );
});

describe('a value of the query or the body stays where it was', () => {
  const BEHIND = (decorators: string, imports = ''): string => `${imports}
import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common';
class OrgGuard {}
@Controller('notes')
export class NotesController {
  @Post(':id')
  ${decorators}
  create(@Param('id') id: string, @Query('org') org: string, @Body('text') text: string) { return { id, org, text }; }
  static may(request: RestRequest) { return true; }
  static exists(id: string) { return true; }
}
`;
  const OURS =
    "import { allOf, Callback, Capability, PermissionGuard, RequirePermission, type RestRequest } from 'nestjs-rest-routes';";
  const STAYS = "create(id: string, @Query('org') org: string, @Body('text') text: string)";
  const CONVERTED = 'create(id: string, org: string | undefined, text?: string)';

  test.each([
    ['@UseGuards(OrgGuard)', ''],
    ['@UseGuards(new OrgGuard())', ''],
    ['@Auth()', "import { Auth } from './auth.js';"],
    ['@Deep()', "import { Deep } from './auth.js';"],
    ['@Packed()', "import { Packed } from 'some-package';"],
    ['@RequirePermission(new Callback(NotesController.may))', OURS],
    ["@RequirePermission(allOf(new Capability('a'), new Callback(NotesController.may)))", OURS],
  ])('behind %s', (decorators, imports) => {
    write(
      'src/auth.ts',
      `import { applyDecorators, UseGuards } from '@nestjs/common';
export const Auth = () => UseGuards(class {});
export const Deep = () => applyDecorators(Auth());
`,
    );
    const { text, lines } = convert(BEHIND(decorators, imports));
    expect(text).toContain(STAYS);
    expect(lines.join('\n')).toContain(
      'NotesController: create: @Query() and @Body() stay, because what is in front may read the same value: ',
    );
  });

  test.each([
    ['', ''],
    ['@UseGuards(ThrottlerGuard)', "import { ThrottlerGuard } from '@nestjs/throttler';"],
    ['@UseGuards(PermissionGuard)', OURS],
    ["@RequirePermission(new Capability('edit'))", OURS],
    ['@RequirePermission(new Callback(NotesController.exists))', OURS],
    ['@Public()', "import { Public } from './public.js';"],
    ["@Roles(['admin'])", "import { Roles } from './public.js';"],
  ])('but not behind "%s"', (decorators, imports) => {
    write(
      'src/public.ts',
      `import { SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
export const Public = () => SetMetadata('public', true);
export const Roles = Reflector.createDecorator<string[]>();
`,
    );
    expect(convert(BEHIND(decorators, imports)).text).toContain(CONVERTED);
  });

  test.each([
    'app.useGlobalGuards(new OrgGuard());',
    '@Module({ providers: [{ provide: APP_GUARD, useClass: OrgGuard }] }) export class AppModule {}',
  ])('behind %s', (main) => {
    expect(convert(BEHIND(''), { main }).text).toContain(STAYS);
  });

  test('behind the guards of a base class', () => {
    write(
      'src/base.ts',
      "import { UseGuards } from '@nestjs/common';\n@UseGuards(class {})\nexport class Base {}\n",
    );
    const source = BEHIND('', "import { Base } from './base.js';");
    const derived = source.replace('class NotesController', 'class NotesController extends Base');
    expect(convert(derived).text).toContain(STAYS);
  });

  test('where @Cache would not know it, with the interceptor', () => {
    const { text } = convert(`import { CacheInterceptor } from '@nestjs/cache-manager';
import { Controller, Get, Query, UseGuards, UseInterceptors } from '@nestjs/common';
class OrgGuard {}
@Controller('notes')
@UseInterceptors(CacheInterceptor)
export class NotesController {
  @Get()
  @UseGuards(OrgGuard)
  list(@Query('org') org: string) { return [org]; }
}
`);
    expect(text).toContain('@UseInterceptors(CacheInterceptor)');
    expect(text).not.toContain('@Cache(');
  });
});

test('the guard of the library denies a handler without a permission, also with --trust-guards', () => {
  const { text } = convert(
    `import { Controller, Get, UseGuards } from '@nestjs/common';
import { PermissionGuard } from 'nestjs-rest-routes';
class OrgGuard {}
@Controller('notes')
@UseGuards(OrgGuard, PermissionGuard)
export class NotesController {
  @Get()
  list() { return []; }
}
`,
    { trustsGuards: true },
  );
  expect(text).toContain('new Callback(NotesController.undecided)');
});

describe('a DTO stays with Nest', () => {
  const DTO = `import { Body, Controller, Post, Query, ValidationPipe } from '@nestjs/common';
import { IsString, ValidateNested } from 'class-validator';
class PartDto { @IsString() text!: string }
class NoteDto { @IsString() title!: string }
class DeepDto { @ValidateNested() part!: PartDto }
@Controller('notes')
export class NotesController {
  @Post()
  create(@Body() note: NoteDto, @Query('q') q: string) { return { note, q }; }
  @Post('deep')
  deep(@Body() note: DeepDto) { return note; }
}
`;

  test.each([
    ["{ whitelist: true, groups: ['user'] }", 'groups'],
    [
      '{ transform: true, transformOptions: { enableImplicitConversion: true } }',
      'enableImplicitConversion',
    ],
    ['{ transformOptions: { exposeUnsetFields: false } }', 'exposeUnsetFields'],
    ['{ exceptionFactory: () => new Error() }', 'exceptionFactory'],
    ['{ exceptionFactory() { return new Error(); } }', 'exceptionFactory'],
    ['{ errorHttpStatusCode: 422 }', 'errorHttpStatusCode'],
    [
      '{ skipMissingProperties: true, stopAtFirstError: true }',
      'skipMissingProperties, stopAtFirstError',
    ],
    ['{ whitelist: strict }', 'whitelist'],
    ['OPTIONS', 'always'],
    ['options()', 'options()'],
    ['{ ...options() }', '...options()'],
  ])('if the global ValidationPipe has %s', (options, named) => {
    const main = `import { ValidationPipe } from '@nestjs/common';
declare const strict: boolean, options: () => object;
const OPTIONS = { always: true };
app.useGlobalPipes(new ValidationPipe(${options}));`;
    const { text, lines } = convert(DTO, { main });
    expect(text).toContain('create(@Body() note: NoteDto, ');
    expect(lines).toContain(
      `NotesController: create, deep: note stays with @Body(): ${named} of ValidationPipe has no counterpart.`,
    );
  });

  test.each([
    '',
    '{ transform: true, whitelist: true, forbidUnknownValues: false, stopAtFirstError: false }',
    '{ whitelist: true, validationError: { target: false }, enableDebugMessages: true, transformOptions: { enableImplicitConversion: false } }',
    '{ errorHttpStatusCode: 400, disableErrorMessages: undefined, forbidNonWhitelisted: true }',
  ])('but not if it has "%s"', (options) => {
    const main = `import { ValidationPipe } from '@nestjs/common';
app.useGlobalPipes(new ValidationPipe(${options}));`;
    expect(convert(DTO, { main }).text).toContain('create(@Arguments() note: NoteDto, q?: string)');
  });

  test.each([
    'useClass: ZodPipe',
    'useFactory: () => new ZodPipe()',
    'useFactory: () => { const pipe = new ZodPipe(); return pipe; }',
    'useValue: made()',
  ])('with each value that a global pipe of the application sees: %s', (provided) => {
    const main = `import { APP_PIPE } from '@nestjs/core';
class ZodPipe {}
declare const made: () => ZodPipe;
export const provider = { provide: APP_PIPE, ${provided} };`;
    const { text } = convert(DTO, { main });
    expect(text).toContain("create(@Body() note: NoteDto, @Query('q') q: string)");
  });

  test('if forbidNonWhitelisted has no counterpart, and is an argument with unknownArguments where it has one', () => {
    const pipe = `import { ValidationPipe } from '@nestjs/common';
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));`;
    const free = convert(DTO, { main: `${pipe}\nRestModule.forRoot({ namespace: 'notes' });` });
    expect(free.text).toContain('create(@Arguments() note: NoteDto, q?: string)');
    expect(free.text).toContain('deep(@Body() note: DeepDto)');
    expect(free.main).toContain("unknownArguments: 'refuse'");
    expect(free.lines).toContain(
      'NotesController: deep: note stays with @Body(): forbidNonWhitelisted has no counterpart, names in nested objects are not rejected.',
    );
    write('src/other.ts', "@RestController('v1')\nclass OtherController {}");
    const used = convert(DTO, { main: `${pipe}\nRestModule.forRoot({ namespace: 'notes' });` });
    expect(used.text).toContain('create(@Body() note: NoteDto, q?: string)');
    const beside = DTO.replace("@Query('q')", "@Query('q', class {})");
    const stated = { main: `${pipe}\nRestModule.forRoot({ unknownArguments: 'refuse' });` };
    expect(convert(DTO, stated).text).toContain('create(@Arguments() note: NoteDto, q?: string)');
    expect(convert(beside, stated).text).toContain('create(@Body() note: NoteDto, @Query(');
  });

  test('for each option of ValidationPipe that has no counterpart, and only for these', () => {
    write('src/notes.dto.ts', SOURCES['src/notes.dto.ts'] ?? '');
    const { text } = convert(SOURCES['src/notes.controller.ts'] ?? '');
    const decorators = { arguments: '@Arguments()', stays: '@Body()' };
    const names = Object.entries(OPTIONS).map(
      ([name, [, dto]]) => `${name}(${decorators[dto]} dto`,
    );
    expect(names.filter((one) => !text.includes(`  ${one}:`))).toEqual([]);
  });

  test('if it has a property without a rule, and no whitelist', () => {
    const { text, lines } = convert(
      DTO.replace('@IsString() title!', 'other?: string; @IsString() title!'),
    );
    expect(text).toContain('create(@Body() note: NoteDto, q?: string)');
    expect(lines.join('\n')).toContain(
      'without whitelist, the method gets other, which has no rule',
    );
  });
});

test('what no pipe checked, left out or made is named', () => {
  const source = `import { Body, Controller, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
class NoteDto { @IsString() title!: string }
@Controller('notes')
export class NotesController {
  @Post()
  create(@Body() note: NoteDto) { return note; }
}
`;
  expect(convert(source).lines).toEqual(
    expect.arrayContaining([
      'NotesController: create: note is checked now: by the rules of NoteDto, and other properties are left out.',
      'NotesController: create: note is an instance of NoteDto now.',
    ]),
  );
  const main = `import { ValidationPipe } from '@nestjs/common';
app.useGlobalPipes(new ValidationPipe());`;
  expect(convert(source, { main }).lines).toEqual(
    expect.arrayContaining([
      'NotesController: create: note: properties without a rule are left out now.',
      'NotesController: create: note is an instance of NoteDto now.',
    ]),
  );
});

test('a class with methods that events, jobs or patterns call is named', () => {
  const { lines } = convert(`import { Controller, Get } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { Cron } from './jobs.js';
@Controller('notes')
export class NotesController {
  @Get()
  @MessagePattern('notes')
  list() { return []; }
  @EventPattern('created')
  created() {}
  @Cron('* * * * *')
  clean() {}
}
`);
  expect(lines).toContain(
    "NotesController: list has @MessagePattern('notes'), created has @EventPattern('created'), clean has @Cron('* * * * *'): others than routes may call it, so Nest creates the class at startup.",
  );
});

test('a DTO that its file does not export is exported, with the classes of its properties', () => {
  write(
    'src/notes.dto.ts',
    `class AuthorDto { name!: string }
abstract class PartDto { text!: string }
class TagDto { text!: string }
export { TagDto as Tag };
class OtherDto { text!: string }
export class NoteDto { author?: AuthorDto; parts!: PartDto[]; tag!: TagDto }
`,
  );
  const { text, changes } = convert(`import { Body, Controller, Post, Query } from '@nestjs/common';
import { NoteDto } from './notes.dto.js';
class ListDto { q!: string }
@Controller('notes')
export class NotesController {
  @Post()
  create(@Query() list: ListDto, @Body() note: NoteDto) { return { list, note }; }
}
`);
  expect(text).toContain('@ValueClass()\nexport class ListDto');
  const dto = changes.get(join(root, 'src/notes.dto.ts'));
  expect(dto).toContain('\nexport class AuthorDto');
  expect(dto).toContain('\nexport abstract class PartDto');
  expect(dto).toContain('\nclass TagDto');
  expect(dto).toContain('\nclass OtherDto');
  expect(dto).toContain('\n@ValueClass()\nexport class NoteDto');
});

test('a decorator of the application that returns one of Nest is that one', () => {
  write(
    'src/decorators.ts',
    `import { Body, DefaultValuePipe, Param, ParseEnumPipe, ParseIntPipe, ParseUUIDPipe, Query } from '@nestjs/common';
enum Sort { Up = 'up' }
export const IdParam = () => Param('id', new ParseIntPipe());
export const KeyParam = (name = 'key') => Param(name, ParseUUIDPipe);
export const Page = Query('page', new DefaultValuePipe(1), ParseIntPipe);
export function Text(name: string): ParameterDecorator { return Body(name); }
export const Sorted = () => Query('sort', new ParseEnumPipe(Sort));
`,
  );
  const { text } = convert(`import { Controller, Get, Post } from '@nestjs/common';
import { IdParam, KeyParam, Page, Sorted, Text } from './decorators.js';
@Controller('notes')
export class NotesController {
  @Get(':id')
  one(@IdParam() id: number, @Page page: number, @Sorted() sort: string) { return { id, page, sort }; }
  @Post(':key/:other')
  create(@KeyParam() key: string, @KeyParam('other') second: string, @Text('text') text?: string) { return { key, second, text }; }
}
`);
  expect(text).toContain('one(id: int, page: int = 1, @Sorted() sort: string)');
  expect(text).toContain(
    "create(@Param({ format: Format.Uuid }) key: string, @Param({ name: 'other', format: Format.Uuid }) second: string, text?: string)",
  );
});

test('a path with a pipe of the application stays, and its neighbours become routes', () => {
  const { text, lines } =
    convert(`import { Controller, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { SlugPipe } from './slug.pipe.js';
@Controller('notes')
export class NotesController {
  @Get()
  list() { return []; }
  @Get('latest')
  latest() { return { latest: true }; }
  @Get(':slug')
  one(@Param('slug', SlugPipe) slug: string) { return { slug }; }
  @Get(':slug/lines/:line')
  line(@Param('slug') slug: string, @Param('line', ParseIntPipe) line: number) { return { slug, line }; }
  @Post(':slug')
  append(@Param('slug') slug: string) { return { slug }; }
}
`);
  expect(text).toContain("@Get(':slug')\n  one(@Param('slug', SlugPipe) slug: string)");
  for (const route of ["'', HttpMethod.Get", "'/{slug}/lines/{line}', HttpMethod.Get"]) {
    expect(text).toContain(`@RestRoute(${route})`);
  }
  expect(text).toContain("@RestRoute('/{slug}', HttpMethod.Post)");
  expect(lines.filter((line) => line.includes('stays'))).toEqual([
    'NotesController: one stays as it was: slug: SlugPipe of the application has no counterpart.',
    'NotesController: latest stays as it was: one stays, and would get its requests.',
  ]);
});

test('what a client sees of the paths and errors of values that had pipes is listed, once for all handlers', () => {
  const { lines } =
    convert(`import { Controller, Get, Param, ParseEnumPipe, ParseIntPipe, ParseUUIDPipe, Query } from '@nestjs/common';
enum Shelf { Prose = 'prose' }
@Controller('notes')
export class NotesController {
  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) { return { id }; }
  @Get(':id/parts')
  parts(@Param('id', ParseIntPipe) id: number, @Query('page', ParseIntPipe) page: number) { return { id, page }; }
  @Get('on/:shelf')
  on(@Param('shelf', new ParseEnumPipe(Shelf)) shelf: Shelf, @Query('page', ParseIntPipe) page: number) { return { shelf, page }; }
  @Get('keys/:key')
  key(@Param('key', ParseUUIDPipe) key: string, @Query('q') q?: string) { return { key, q }; }
}
`);
  expect(lines.filter((line) => /^Notes.*(?:404|400)/.test(line))).toEqual([
    'NotesController: one, parts: a path whose id is not of digits only is a 404 now.',
    'NotesController: parts, on: a 400 because of page has the text of the library now.',
    'NotesController: on: a path whose shelf is not one of Shelf is a 404 now.',
    'NotesController: key: a 400 because of key has the text of the library now.',
  ]);
});

test('a controller with a scope of its own stays', () => {
  const source = `import { Controller, Get, Scope } from '@nestjs/common';
@Controller({ path: 'notes', scope: Scope.REQUEST })
export class NotesController { @Get() list() { return []; } }
`;
  const { text, lines } = convert(source);
  expect(text).toBe(source);
  expect(lines.join()).toContain('it has a scope of its own');
});

test('line ends and comments stay', () => {
  const source = `import { Controller, Get } from '@nestjs/common';\r\n// one\r\n@Controller('notes') /* two */\r\nexport class NotesController {\r\n\t// three\r\n\t@Get() // four\r\n\tlist() {} // five\r\n}\r\n`;
  const { text } = convert(source);
  expect(text).not.toMatch(/[^\r]\n/);
  for (const word of ['// one', '/* two */', '\t// three', '// four', '// five']) {
    expect(text).toContain(word);
  }
});

test('a global prefix that is no constant must be stated', () => {
  const source =
    "import { Controller, Get } from '@nestjs/common';\n@Controller('a')\nexport class A { @Get() a() {} }\n";
  const main = 'app.setGlobalPrefix(app.prefix);';
  expect(() => convert(source, { main })).toThrow(/--prefix api/);
});

test('a file without a plain controller is an error', () => {
  expect(() => convert('export class Notes {}\n')).toThrow(/no class with @Controller\(\)/);
});

test('in a workspace, the configuration nearest to the file says how its imports are found', () => {
  rmSync(join(root, 'tsconfig.json'));
  const paths = { '@acme/dtos': ['../../libs/dtos.ts'] };
  const compilerOptions = { module: 'preserve', strict: true, experimentalDecorators: true, paths };
  write(
    'apps/api/tsconfig.json',
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
  );
  write('apps/api/tsconfig.app.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write('libs/dtos.ts', 'export class NoteDto {\n  text!: string;\n}\n');
  write(
    'apps/api/src/notes.controller.ts',
    `import { NoteDto } from '@acme/dtos';
import { Body, Controller, Post } from '@nestjs/common';
@Controller('notes')
export class NotesController {
  @Post()
  create(@Body() note: NoteDto) {
    return note;
  }
}
`,
  );
  const file = join(root, 'apps/api/src/notes.controller.ts');
  const request = { file, root, tsconfig: undefined, prefix: undefined, trustsGuards: false };
  const { changes } = convertFile(request, hosts);
  expect(changes.get(file)).toContain('@Arguments() note: NoteDto');
  expect(changes.get(join(root, 'libs/dtos.ts'))).toContain('@ValueClass(');
});

interface Options {
  readonly trustsGuards?: boolean;
  readonly main?: string;
  readonly prefix?: string;
}

function convert(
  source: string,
  { trustsGuards = false, main = '', prefix }: Options = {},
): Pick<FileConversion, 'changes'> & {
  readonly text: string;
  readonly main: string;
  readonly lines: readonly string[];
} {
  write('src/notes.controller.ts', source);
  write(
    'src/main.ts',
    `declare const app: any, RestModule: any, VersioningType: any;\n${main}\nexport {};\n`,
  );
  const file = join(root, 'src/notes.controller.ts');
  const request = { file, root, tsconfig: undefined, prefix, trustsGuards };
  const { changes, remarks } = convertFile(request, hosts);
  const lines = joinRemarks(remarks);
  const mainText = changes.get(join(root, 'src/main.ts')) ?? '';
  return { text: changes.get(file) ?? source, main: mainText, lines, changes };
}

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
