import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  ValidateNested,
} from 'class-validator';
import {
  Arguments,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const OPEN = new PublicAccess();

enum Role {
  User = 'user',
  Admin = 'admin',
}

class Labels {
  @IsString({ each: true }) @Length(1, 3, { each: true }) labels!: string[];
}

/** A rule of the application with the name of one of class-validator's. */
function MinTrimmed(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'minLength',
      constraints: [1],
      target: target.constructor,
      propertyName: String(propertyName),
      validator: { validate: (value: unknown) => String(value).trim() !== '' },
    });
}

class RulesDto {
  @IsOptional() @IsEnum(Role) @IsIn([Role.User]) role?: Role;
  @IsOptional() @IsEnum(Role, { each: true }) @IsIn([Role.User], { each: true }) roles?: Role[];
  @IsOptional() @IsArray() @IsString({ each: true }) @MaxLength(3, { each: true }) tags?: string[];
  @IsOptional()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(5, { each: true })
  ids?: number[];
  @IsOptional() @ValidateNested() @Type(() => Labels) inner?: Labels;
  @IsOptional() @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) price?: number;
  @IsOptional() @Max(100) @Max(5) size?: number;
  @IsOptional() @Length(2, 40) @MaxLength(3) code?: string;
  @IsOptional() @ArrayMaxSize(3) @ArrayMaxSize(1) few?: string[];
  @IsOptional() @IsInt() @IsIn([1.5, 2]) ratio?: number;
  @IsOptional() @IsBoolean() @IsIn([false]) off?: boolean;
  @IsOptional() @IsInt() count?: number;
  @IsOptional() @MinTrimmed() note?: string;
}

class MessagesDto {
  @IsEmail({}, { message: 'Please give your address.' }) email!: string;
  @IsString() @MinLength(3) @MaxLength(5, { message: 'at most $constraint1' }) name!: string;
}

class Child {
  @IsInt() @Min(1) size!: number;
}

@ValueClass()
class Parent {
  @IsDefined() @ValidateNested() @Type(() => Child) child!: Child;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Child) others!: Child[];
}

@ValueClass()
class Changes {
  @Param() title?: string;
  @Param() pages?: number;
}

class DtoChanges {
  @IsOptional() @IsString() title?: string;
  @IsOptional() @IsInt() pages?: number;
}

class TransformedChanges {
  @IsOptional()
  @IsString()
  @Transform(({ value }: { value: string }) => value.trim())
  title?: string;
  @IsOptional() @IsInt() pages?: number;
}

@ValueClass({ undecorated: 'ignore' })
class PartlyIgnored {
  @IsOptional() @IsString() title?: string;
  author?: string;
}

class Split {
  @Transform(({ value }: { value: string }) => value.split(',')) @IsArray() words!: string[];
}

class HoldsSplit {
  @ValidateNested() @Type(() => Split) split!: Split;
}

abstract class Shape {
  @IsString() kind!: string;
}

class Circle extends Shape {
  @IsInt() radius!: number;
}

class Square extends Shape {
  @IsInt() side!: number;
}

class Drawing {
  @IsDefined()
  @ValidateNested()
  @Type(() => Shape as never, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'circle', value: Circle },
        { name: 'square', value: Square },
      ],
    },
  })
  shape!: Circle | Square;
}

@RestController('v1')
class DtosController {
  @RestRoute('/rules', HttpMethod.Post, OPEN)
  rules(@Arguments() dto: RulesDto) {
    return dto;
  }
  @RestRoute('/messages', HttpMethod.Post, OPEN)
  messages(@Arguments() dto: MessagesDto) {
    return dto;
  }
  @RestRoute('/parents', HttpMethod.Post, OPEN)
  parents(@Param() parent: Parent, @ListOf(Child) more: Child[] = []) {
    return { parent, isChild: parent.others.every((one) => one instanceof Child), more };
  }
  @RestRoute('/changes', HttpMethod.Patch, OPEN)
  changes(@Arguments() dto: Changes) {
    return { keys: Object.keys(dto) };
  }
  @RestRoute('/dto-changes', HttpMethod.Patch, OPEN)
  dtoChanges(@Arguments() dto: DtoChanges) {
    return { keys: Object.keys(dto) };
  }
  @RestRoute('/transformed-changes', HttpMethod.Patch, OPEN)
  transformedChanges(@Arguments() dto: TransformedChanges) {
    return { keys: Object.keys(dto) };
  }
  @RestRoute('/lists-of-changes', HttpMethod.Patch, OPEN)
  listsOfChanges(changes: Changes[], others: DtoChanges[], ignored: PartlyIgnored[]) {
    return { keys: [...changes, ...others, ...ignored].map((one) => Object.keys(one)) };
  }
  @RestRoute('/splits', HttpMethod.Post, OPEN)
  splits(@Arguments() { split }: HoldsSplit) {
    return { split, isSplit: split instanceof Split };
  }
  @RestRoute('/drawings', HttpMethod.Post, OPEN)
  drawings(@Arguments() { shape }: Drawing) {
    return { [shape.constructor.name]: shape };
  }
}

describe.each(ADAPTERS)('The rules of a DTO on %s', (adapter) => {
  const app = useRoutes([DtosController], { adapter });
  const send = (method: string, path: string, body: object) =>
    app.fetch(method, `/api/acme/v1/${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each([
    { role: 'admin' },
    { roles: ['user', 'admin'] },
    { tags: ['x'.repeat(50)] },
    { ids: [1, 100] },
    { inner: { labels: ['abcdef'] } },
    { price: 1.23456 },
    { size: 50 },
    { code: 'abcdef' },
    { few: ['a', 'b'] },
    { ratio: 1.5 },
    { off: true },
    { note: '   ' },
  ])('all hold: %j is rejected', async (body) => {
    const response = await send('POST', 'rules', body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'rest_invalid_param' });
  });

  test.each([
    { role: 'user', roles: ['user'], tags: ['abc'], ids: [1, 5], inner: { labels: ['abc'] } },
    { price: 1.25, size: 5, code: 'abc', few: ['a'], ratio: 2, off: false, note: ' a ' },
  ])('what satisfies them is accepted: %j', async (body) => {
    const response = await send('POST', 'rules', body);
    expect(response.body).toEqual(body);
  });

  test('a schema describes what all of them say', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/rules');
    const [{ args }] = (body as { endpoints: [{ args: Record<string, object> }] }).endpoints;
    expect(args).toMatchObject({
      role: { enum: ['user', null] },
      tags: { type: ['array', 'null'], items: { type: 'string', maxLength: 3 } },
      ids: { items: { type: 'integer', minimum: 1, maximum: 5 } },
      size: { type: ['number', 'null'], maximum: 5 },
      code: { minLength: 2, maxLength: 3 },
      few: { maxItems: 1 },
      off: { type: ['boolean', 'null'] },
      count: { type: ['integer', 'null'] },
    });
  });

  test('an error has the texts of the DTO unchanged, and names each rule', async () => {
    const { status, body } = await send('POST', 'messages', { email: 'x', name: 5 });
    expect(status).toBe(400);
    const violations = [
      { message: 'at most 5', rule: 'maxLength' },
      { message: 'name must be longer than or equal to 3 characters', rule: 'minLength' },
      { message: 'name must be a string', rule: 'isString' },
    ];
    const message = violations.map((one) => one.message).join('; ');
    expect(body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: email, name.',
      data: {
        status: 400,
        params: { email: 'Please give your address.', name: message },
        details: {
          email: {
            code: 'rest_invalid_param',
            message: 'Please give your address.',
            data: null,
            rule: 'isEmail',
          },
          name: {
            code: 'rest_invalid_param',
            message,
            data: null,
            rule: 'maxLength',
            violations,
          },
        },
      },
    });
  });

  test('an error names the place of a nested violation', async () => {
    const { body } = await send('POST', 'parents', {
      parent: { child: {}, others: [{ size: 1 }, { size: 0 }] },
      more: [{ size: 0 }],
    });
    expect((body as { data: { params: object } }).data.params).toEqual({
      'parent.child.size': 'size must not be less than 1; size must be an integer number',
      'parent.others[1].size': 'size must not be less than 1',
      'more[0].size': 'size must not be less than 1',
    });
  });

  test('a property that the request leaves out is not a property of the instance', async () => {
    for (const path of ['changes', 'dto-changes', 'transformed-changes']) {
      expect((await send('PATCH', path, { pages: 3 })).body).toEqual({ keys: ['pages'] });
      expect((await send('PATCH', path, {})).body).toEqual({ keys: [] });
    }
    const { body } = await send('PATCH', 'lists-of-changes', {
      changes: [{ title: 'a' }, {}],
      others: [{ title: 'a' }, { pages: 1, title: 'b' }],
      ignored: [{ title: 'a' }],
    });
    expect(body).toEqual({ keys: [['title'], [], ['title'], ['title', 'pages'], ['title']] });
  });

  test('class-transformer transforms a nested object once', async () => {
    const { body } = await send('POST', 'splits', { split: { words: 'a,b' } });
    expect(body).toEqual({ split: { words: ['a', 'b'] }, isSplit: true });
  });

  test('a discriminator chooses the class of a nested object, and its rules hold', async () => {
    const circle = { kind: 'circle', radius: 2 };
    const accepted = await send('POST', 'drawings', { shape: { ...circle, more: 1 } });
    expect(accepted.body).toEqual({ Circle: circle });
    expect((await send('POST', 'drawings', { shape: { kind: 'square' } })).status).toBe(400);
  });

  test('unknown properties of nested DTOs are rejected if the application rejects unknown arguments', async () => {
    const refusing = await startRoutes([DtosController], {
      adapter,
      rest: { unknownArguments: 'refuse' },
    });
    try {
      const post = (path: string, body: object) =>
        refusing.fetch('POST', `/api/acme/v1/${path}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const parent = { child: { size: 1 }, others: [{ size: 1 }] };
      expect((await post('parents', { parent })).status).toBe(200);
      const wrong = [
        ['parents', { parent: { ...parent, more: 1 } }],
        ['parents', { parent: { ...parent, child: { size: 1, more: 1 } } }],
        ['parents', { parent: { ...parent, others: [{ size: 1, more: 1 }] } }],
        ['parents', { parent, more: [{ size: 1, more: 1 }] }],
        ['drawings', { shape: { kind: 'circle', radius: 2, more: 1 } }],
        ['splits', { split: { words: 'a', more: 1 } }],
      ] as const;
      for (const [path, body] of wrong)
        expect([body, (await post(path, body)).status]).toEqual([body, 400]);
    } finally {
      await refusing.close();
    }
  });
});
