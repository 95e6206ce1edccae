// How the results of query builders are described: npm run test:extra -- queries. A controller returns queries of
// Drizzle, Kysely, Prisma and TypeORM, as these packages declare them; each must be described by its rows.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

const here = fileURLToPath(new URL('./', import.meta.url));
const library = fileURLToPath(new URL('../../../dist/', import.meta.url));

const FIELDS = 'id: number, title: string, subtitle: string | null, sold: date';
const ROWS = `(${FIELDS})[]`;
const PRISMA = `${FIELDS}, authorId: number`;

/** The body of each method, and the type of its result. */
const ROUTES = {
  drizzle: ['return drizzled.select().from(books).where(eq(books.id, 1));', ROWS],
  drizzleColumns: [
    'return drizzled.select({ name: books.title }).from(books);',
    '(name: string)[]',
  ],
  drizzleInsert: [
    "return drizzled.insert(books).values({ id: 1, title: 'Momo', sold: new Date() }).returning();",
    ROWS,
  ],
  kysely: ["return builder.selectFrom('books').selectAll().execute();", ROWS],
  kyselyFirst: [
    "return builder.selectFrom('books').selectAll().executeTakeFirst();",
    `(${FIELDS}), or undefined`,
  ],
  typeorm: ['return magazines.find();', ROWS],
  typeormPage: ['return magazines.findAndCount();', `(${ROWS} | number)[]`],
  typeormCycle: [
    'return writers.findOneByOrFail({ id: 1 });',
    '(id: number, novels: (id: number, writer: Writer)[])',
  ],
  prisma: ['return prisma.book.findMany();', `(${PRISMA})[]`],
  prismaUnique: ['return prisma.book.findUnique({ where: { id: 1 } });', `(${PRISMA}) | null`],
  prismaInclude: [
    'return prisma.author.findMany({ include: { books: { select: { title: true } } } });',
    '(books: (title: string)[], id: number, name: string)[]',
  ],
  prismaTransaction: [
    'return prisma.$transaction([prisma.book.count(), prisma.book.findFirstOrThrow()]);',
    `(number | (${PRISMA}))[]`,
  ],
};

const SCHEMA = `generator client {
  provider = "prisma-client"
  output   = "./prisma"
}
datasource db {
  provider = "postgresql"
}
model Author {
  id    Int    @id
  name  String
  books Book[]
}
model Book {
  id       Int      @id
  title    String
  subtitle String?
  sold     DateTime
  author   Author   @relation(fields: [authorId], references: [id])
  authorId Int
}
`;

const CONTROLLER = `import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Generated, Kysely } from 'kysely';
import type { Relation, Repository } from 'typeorm';
import type { PrismaClient } from './prisma/client.js';

const books = pgTable('books', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  subtitle: text('subtitle'),
  sold: timestamp('sold').notNull(),
});
const drizzled = drizzle(async () => ({ rows: [] }));

interface Books { id: Generated<number>; title: string; subtitle: string | null; sold: Date }
declare const builder: Kysely<{ books: Books }>;

class Magazine { id!: number; title!: string; subtitle!: string | null; sold!: Date }
class Writer { id!: number; novels!: Relation<Novel>[] }
class Novel { id!: number; writer!: Relation<Writer> }
declare const magazines: Repository<Magazine>;
declare const writers: Repository<Writer>;
declare const prisma: PrismaClient;

@RestController('v1', '/queries')
export class QueriesController {
${Object.entries(ROUTES)
  .map(
    ([name, [body]]) =>
      `  @RestRoute('/${name}', HttpMethod.Get, new PublicAccess())\n  ${name}() { ${body} }`,
  )
  .join('\n')}
}
`;

const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    types: ['node'],
    paths: { 'nestjs-rest-routes': [join(library, 'index.d.ts')] },
  },
  include: ['src'],
};

const root = mkdtempSync(join(here, 'application-'));
try {
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify(TSCONFIG));
  write('src/schema.prisma', SCHEMA);
  write('src/queries.controller.ts', CONTROLLER);
  // It would download the engine, which writes no client.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  run(
    env,
    join(here, 'node_modules/prisma/build/index.js'),
    'generate',
    '--schema',
    'src/schema.prisma',
  );
  run({}, join(library, 'cli/main.js'), 'signatures');
  compare(readFileSync(join(root, 'src/rest-signatures.ts'), 'utf8'));
} finally {
  rmSync(root, { recursive: true });
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(env, ...args) {
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}${stderr}`);
}

/** The file has a literal of each method in a line. */
function compare(text) {
  for (const [name, [, expected]] of Object.entries(ROUTES)) {
    const [, literal = '{}'] =
      new RegExp(`^ *${name}: (\\{ parameters: .*?\\}),?$`, 'm').exec(text) ?? [];
    const { returns, responses } = runInNewContext(`(${literal})`);
    const isOptional = responses?.some(({ type }) => type.text === 'undefined');
    const described = `${textOf(returns)}${isOptional ? ', or undefined' : ''}`;
    const isSame = described === expected;
    if (!isSame) process.exitCode = 1;
    console.log(isSame ? `ok      ${name}` : `FAILED  ${name}\n  ${described}\n  ${expected}`);
  }
}

function textOf(type) {
  if (type === undefined) return 'nothing';
  const text = bareTextOf(type);
  return type.nullable === true ? `${text} | null` : text;
}

function bareTextOf({ kind, name, items, options, properties }) {
  if (kind === 'array')
    return items.kind === 'union' ? `(${textOf(items)})[]` : `${textOf(items)}[]`;
  if (kind === 'union') return options.map(textOf).join(' | ');
  if (kind !== 'object') return kind;
  if (properties === undefined) return name;
  return `(${properties.map((one) => `${one.name}: ${textOf(one.type)}`).join(', ')})`;
}
