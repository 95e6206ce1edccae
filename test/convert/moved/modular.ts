import type { RecordedRequest } from '../../support/scratch/recorded-application.js';

/** What the handlers of a controller are like. */
type Kind = 'resource' | 'pages' | 'slugs' | 'search' | 'probes' | 'keyed';

/** The controllers: a name, what its handlers are like, and below which path of `RouterModule` it is. */
const CONTROLLERS: readonly (readonly [name: string, kind: Kind, below?: 'admin' | 'shop'])[] = [
  ['users', 'resource'],
  ['posts', 'resource'],
  ['comments', 'pages'],
  ['tags', 'slugs'],
  ['search', 'search'],
  ['status', 'probes'],
  ['files', 'keyed'],
  ['teams', 'pages'],
  ['pages', 'slugs'],
  ['events', 'pages'],
  ['places', 'slugs'],
  ['accounts', 'resource', 'admin'],
  ['audits', 'pages', 'admin'],
  ['settings', 'slugs', 'admin'],
  ['tokens', 'keyed', 'admin'],
  ['reports', 'search', 'admin'],
  ['health', 'probes', 'admin'],
  ['products', 'resource', 'shop'],
  ['orders', 'resource', 'shop'],
  ['carts', 'keyed', 'shop'],
  ['brands', 'slugs', 'shop'],
  ['offers', 'pages', 'shop'],
  ['filters', 'search', 'shop'],
];

const HANDLERS: Readonly<Record<Kind, (name: string) => string>> = {
  resource: (name) => `
  @Get()
  findAll() {
    return [{ id: 1, of: '${name}' }];
  }

  @Get(':id')
  findOne(@Param('id') id: string) {
    if (id === '9') throw new NotFoundException();
    return { id: Number(id) };
  }

  @Post()
  create(@Body() dto: ${classOf(name)}Dto) {
    return { id: 2, name: dto.name };
  }

  @Patch(':id')
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: ${classOf(name)}Dto) {
    return { id, name: dto.name };
  }

  @Delete(':id')
  remove(@Param('id') id: string): void {
    if (id === '9') throw new NotFoundException(\`No \${id}\`);
  }`,
  pages: () => `
  @Get()
  list(
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('limit', new ParseIntPipe({ optional: true })) limit?: number,
  ) {
    return { page, limit };
  }

  @Post()
  @HttpCode(200)
  append(@Body('text') text: string) {
    if (text === undefined) throw new BadRequestException('No text');
    return { text };
  }`,
  slugs: () => `
  @Get(':slug')
  bySlug(@Param('slug') slug: string) {
    return { slug };
  }

  @Get(':slug/parts/:part')
  part(@Param() params: { slug: string; part: string }) {
    return params;
  }

  @Put(':slug')
  rename(@Param('slug') slug: string, @Body('to') to?: string) {
    return { slug, to };
  }`,
  search: () => `
  @Get()
  find(@Query() query: { q?: string; sort?: string }) {
    return { q: query.q, sort: query.sort };
  }

  @Get('raw')
  raw(@Query() query: Record<string, string>) {
    return query;
  }`,
  probes: () => `
  @Get('live')
  live() {
    return { up: true };
  }

  @Get('ready')
  ready() {
    throw new ServiceUnavailableException('Starting');
  }

  @Get('name')
  called(): string {
    return 'app';
  }`,
  keyed: () => `
  @Get(':key')
  @UseGuards(KeyGuard)
  one(@Param('key', ParseUUIDPipe) key: string) {
    return { key };
  }

  @Post()
  @UseGuards(KeyGuard)
  add(@Body('name') name: string, @Headers('x-key') key: string) {
    return { name, key };
  }`,
};

const COMMON = [
  'BadRequestException',
  'Body',
  'Controller',
  'DefaultValuePipe',
  'Delete',
  'Get',
  'Headers',
  'HttpCode',
  'Module',
  'NotFoundException',
  'Param',
  'ParseIntPipe',
  'ParseUUIDPipe',
  'Patch',
  'Post',
  'Put',
  'Query',
  'ServiceUnavailableException',
  'UseGuards',
];

function classOf(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

/** The names of Nest that a text uses. */
function importOf(text: string): string {
  const used = COMMON.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return `import { ${used.join(', ')} } from '@nestjs/common';\n`;
}

function controllerText(name: string, kind: Kind): string {
  const dto = `export class ${classOf(name)}Dto {\n  name!: string;\n}\n\n`;
  const guard = "import { KeyGuard } from './key.guard.js';\n";
  const text = `${kind === 'resource' ? dto : ''}@Controller('${name}')
export class ${classOf(name)}Controller {${HANDLERS[kind](name)}
}
`;
  return `${importOf(text)}${kind === 'keyed' ? guard : ''}\n${text}`;
}

function moduleText(name: string): string {
  const controller = `${classOf(name)}Controller`;
  return `import { Module } from '@nestjs/common';
import { ${controller} } from './${name}.controller.js';

@Module({ controllers: [${controller}] })
export class ${classOf(name)}Module {}
`;
}

function modulesBelow(path: string | undefined): readonly string[] {
  return CONTROLLERS.filter(([, , below]) => below === path).map(
    ([name]) => `${classOf(name)}Module`,
  );
}

const GUARD = `import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';

@Injectable()
export class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    return request.headers['x-key'] === 'secret';
  }
}
`;

const APP_MODULE = `import { Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { AppController } from './app.controller.js';
import { AppService } from './app.service.js';
${CONTROLLERS.map(([name]) => `import { ${classOf(name)}Module } from './${name}.module.js';`).join('\n')}

const ADMIN_MODULES = [${modulesBelow('admin').join(', ')}];
const SHOP_MODULES = [${modulesBelow('shop').join(', ')}] as const;

@Module({
  imports: [
    ${modulesBelow(undefined).join(',\n    ')},
    ...ADMIN_MODULES,
    ...SHOP_MODULES,
    RouterModule.register([
      { path: 'admin', children: ADMIN_MODULES },
      { path: 'shop', children: [...SHOP_MODULES] },
    ]),
  ],
  controllers: [AppController],
  providers: [AppService],
})
export class AppModule {}
`;

/** The files of the application, beside those of `nest new`. */
export const SOURCES: Readonly<Record<string, string>> = {
  'src/app.module.ts': APP_MODULE,
  'src/setup.ts': 'export function setUp(): void {}\n',
  'src/key.guard.ts': GUARD,
  ...Object.fromEntries(
    CONTROLLERS.flatMap(([name, kind]) => [
      [`src/${name}.controller.ts`, controllerText(name, kind)],
      [`src/${name}.module.ts`, moduleText(name)],
    ]),
  ),
};

/** The files that are converted: that of `nest new` returns a text, and stays. */
export const FILES: readonly string[] = CONTROLLERS.map(([name]) => `src/${name}.controller.ts`);

const KEY = '3f2f1c34-56ab-4cde-8f01-23456789abcd';
const SECRET = { 'x-key': 'secret' };

const ASKED: Readonly<Record<Kind, (at: string) => readonly RecordedRequest[]>> = {
  resource: (at) => [
    ['GET', at],
    ['HEAD', at],
    ['GET', `${at}/1`],
    ['GET', `${at}/9`],
    ['POST', at, { name: 'a' }],
    ['POST', at, { name: 7 }],
    ['POST', at, {}],
    ['PATCH', `${at}/1`, { name: 'b' }],
    ['PATCH', `${at}/one`, { name: 'b' }],
    ['DELETE', `${at}/1`],
    ['DELETE', `${at}/9`],
    ['DELETE', at],
  ],
  pages: (at) => [
    ['GET', at],
    ['GET', `${at}?page=2&limit=5`],
    ['GET', `${at}?page=two`],
    ['GET', `${at}?page=`],
    ['GET', `${at}?limit=`],
    ['POST', at, { text: 'a' }],
    ['POST', at, { text: 7 }],
    ['POST', at, {}],
  ],
  slugs: (at) => [
    ['GET', `${at}/a-b`],
    ['GET', `${at}/%C3%A9`],
    ['GET', `${at}/a/parts/b`],
    ['GET', `${at}/a/parts`],
    ['PUT', `${at}/a`, { to: 'b' }],
    ['PUT', `${at}/a`, { to: 7 }],
    ['PUT', `${at}/a`, {}],
    ['PUT', `${at}/a?to=c`, {}],
    ['GET', `${at}/a%2Fb`],
    ['GET', `${at}/A`],
    ['GET', `${at}/a/`],
    ['PUT', `${at}/a`],
  ],
  search: (at) => [
    ['GET', at],
    ['GET', `${at}?q=a&sort=up&other=1`],
    ['GET', `${at}?q=a&q=b`],
    ['GET', `${at}/raw?a=1`],
  ],
  probes: (at) => [
    ['GET', `${at}/live`],
    ['GET', `${at}/ready`],
    ['GET', `${at}/name`],
    ['GET', `${at}/other`],
  ],
  keyed: (at) => [
    ['GET', `${at}/${KEY}`, undefined, SECRET],
    ['GET', `${at}/${KEY}`],
    ['GET', `${at}/none`, undefined, SECRET],
    ['POST', at, { name: 'a' }, SECRET],
    ['POST', at, { name: 'a' }],
  ],
};

export const REQUESTS: readonly RecordedRequest[] = [
  ['GET', '/'],
  ['GET', '/nothing'],
  ['OPTIONS', '/users'],
  ...CONTROLLERS.flatMap(([name, kind, below]) =>
    ASKED[kind](below === undefined ? `/${name}` : `/${below}/${name}`),
  ),
];
