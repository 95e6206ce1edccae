import type { ValidationPipeOptions } from '@nestjs/common';
import type { RecordedRequest } from '../../support/scratch/recorded-application.js';

/** Each option of Nest's ValidationPipe with a value other than its default, and whether the DTO becomes arguments. */
export const OPTIONS = {
  transform: ['true', 'arguments'],
  whitelist: ['true', 'arguments'],
  validationError: ['{ target: false, value: false }', 'arguments'],
  enableDebugMessages: ['true', 'arguments'],
  forbidNonWhitelisted: ['true', 'stays'],
  forbidUnknownValues: ['true', 'stays'],
  validateCustomDecorators: ['true', 'stays'],
  transformOptions: ['{ enableImplicitConversion: true }', 'stays'],
  groups: ["['user']", 'stays'],
  always: ['true', 'stays'],
  strictGroups: ['true', 'stays'],
  skipMissingProperties: ['true', 'stays'],
  skipNullProperties: ['true', 'stays'],
  skipUndefinedProperties: ['true', 'stays'],
  disableErrorMessages: ['true', 'stays'],
  dismissDefaultMessages: ['true', 'stays'],
  stopAtFirstError: ['true', 'stays'],
  errorHttpStatusCode: ['422', 'stays'],
  exceptionFactory: ["() => new HttpException('No.', 418)", 'stays'],
  errorFormat: ["'grouped'", 'stays'],
  maxErrorMessagesLength: ['40', 'stays'],
  expectedType: ['NoteDto', 'stays'],
  validatorPackage: ['classValidator', 'stays'],
  transformerPackage: ['classTransformer', 'stays'],
} as const satisfies Readonly<
  Record<keyof ValidationPipeOptions, readonly [value: string, dto: 'arguments' | 'stays']>
>;

type Option = keyof typeof OPTIONS;

const NAMES = Object.keys(OPTIONS) as readonly Option[];

/** What an option needs beside it, to have an effect. */
const BESIDE: Partial<Record<Option, string>> = {
  forbidNonWhitelisted: 'whitelist: true, ',
  transformOptions: 'transform: true, ',
};

/** A DTO with rules for groups: without groups, arguments have other rules than the pipe. */
const GROUPED: ReadonlySet<Option> = new Set(['groups', 'always', 'strictGroups']);

function handlerOf(name: Option): string {
  const dto = GROUPED.has(name) ? 'GroupedDto' : 'NoteDto';
  const [value] = OPTIONS[name];
  return `
  @Post('${name}')
  @UsePipes(new ValidationPipe({ ${BESIDE[name] ?? ''}${name}: ${value} }))
  ${name}(@Body() dto: ${dto}) {
    return { dto };
  }
`;
}

/** One handler for each option. */
const CONTROLLER = `import { Body, Controller, HttpException, Post, Query, UsePipes, ValidationPipe } from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { GroupedDto, NoteDto } from './notes.dto.js';

@Controller('notes')
export class NotesController {${NAMES.map(handlerOf).join('')}
  @Post('single')
  @UsePipes(new ValidationPipe({ expectedType: NoteDto }))
  single(@Query('title') title?: string) {
    return { title };
  }

  @Post('none')
  none(@Body(new ValidationPipe()) dto: NoteDto) {
    return { dto };
  }
}
`;

const DTOS = `import { IsInt, IsOptional, IsString, MinLength } from 'class-validator';

export class NoteDto {
  @IsString()
  @MinLength(3)
  title!: string;

  @IsOptional()
  @IsInt()
  count?: number;
}

export class GroupedDto {
  @IsString({ groups: ['user'] })
  title!: string;

  @IsOptional({ groups: ['admin'] })
  @IsInt({ groups: ['admin'] })
  count?: number;
}
`;

export const SOURCES: Readonly<Record<string, string>> = {
  'src/setup.ts': 'export function setUp(): void {}\n',
  'src/notes.controller.ts': CONTROLLER,
  'src/notes.dto.ts': DTOS,
  'src/app.module.ts': `import { Module } from '@nestjs/common';
import { NotesController } from './notes.controller.js';

@Module({ controllers: [NotesController] })
export class AppModule {}
`,
};

const BODIES: readonly unknown[] = [
  { title: 'Emma' },
  { title: 'Emma', count: 5 },
  { title: 'Emma', count: '5' },
  { title: 'Emma', count: null },
  { title: 'Emma', other: 1 },
  { title: 'E' },
  { title: 7, count: 'x' },
  { title: null },
  {},
  [],
  undefined,
];

export const REQUESTS: readonly RecordedRequest[] = [...NAMES, 'single', 'none'].flatMap((name) =>
  BODIES.map((body): RecordedRequest => ['POST', `/notes/${name}`, body]),
);
