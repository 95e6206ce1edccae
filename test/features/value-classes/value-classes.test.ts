import { Transform, Type } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@ValueClass()
class Line {
  @Param({ minLength: 1 }) sku!: string;
  @Param({ minimum: 1 }) quantity: int = 1;
  due?: Date;

  total(price: number): number {
    return this.quantity * price;
  }
}

@ValueClass()
class Parcel {
  label!: string;
  @ListOf(Line, { minItems: 1 }) lines!: Line[];
}

/** An existing DTO, used as it is: no decorator of ours. */
class SizeDto {
  @IsInt() @Min(1) @Max(9) width!: number;
  @IsString()
  @Length(2, 4)
  @Matches(/^[a-z]+$/, { message: 'unit must be lower case' })
  unit!: string;
  @IsOptional() @IsString() note?: string;
}

class BoxDto {
  @Transform(({ value }: { value: string }) => value.toUpperCase()) @IsString() name!: string;
  @ValidateNested({ each: true }) @Type(() => SizeDto) sizes!: SizeDto[];
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('/lines', HttpMethod.Post, new PublicAccess())
  lines(@ListOf(Line, { maxItems: 3 }) lines: Line[]) {
    return lines.map((line) => ({
      isLine: line instanceof Line,
      total: line.total(10),
      due: line.due instanceof Date ? line.due.toISOString() : null,
    }));
  }

  @RestRoute('/parcels', HttpMethod.Post, new PublicAccess())
  parcels(parcels: Parcel[]) {
    return parcels.map((parcel) => [
      parcel instanceof Parcel,
      parcel.lines.every((line) => line instanceof Line),
      parcel.lines.length,
    ]);
  }

  @RestRoute('/sizes', HttpMethod.Post, new PublicAccess())
  sizes(sizes: SizeDto[]) {
    return sizes.map((size) => [size instanceof SizeDto, size.width, size.unit, size.note ?? null]);
  }

  @RestRoute('/boxes', HttpMethod.Post, new PublicAccess())
  boxes(boxes: BoxDto[]) {
    return boxes.map((box) => [box instanceof BoxDto, box.name, box.sizes[0] instanceof SizeDto]);
  }
}

describe.each(ADAPTERS)('value classes on %s', (adapter) => {
  const app = useRoutes([OrdersController], { adapter });

  const post = (path: string, body: unknown) =>
    app.fetch('POST', `/api/acme/v1/orders${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('elements of a list are instances with their methods and defaults', async () => {
    const lines = [{ sku: 'a', quantity: '3', due: '2026-01-02T03:04:05Z' }, { sku: 'b' }];
    expect((await post('/lines', { lines })).body).toEqual([
      { isLine: true, total: 30, due: '2026-01-02T03:04:05.000Z' },
      { isLine: true, total: 10, due: null },
    ]);
  });

  test('an error names the position of an invalid element', async () => {
    const { status, body } = await post('/lines', { lines: [{ sku: 'a' }, { sku: '' }] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { details: { lines: { code: 'rest_too_short' } } },
    });
    expect((body as { data: { params: { lines: string } } }).data.params.lines).toContain(
      'lines[1].sku',
    );
  });

  test('value classes may contain value classes', async () => {
    const parcels = [{ label: 'x', lines: [{ sku: 'a' }, { sku: 'b' }] }];
    expect((await post('/parcels', { parcels })).body).toEqual([[true, true, 2]]);
    expect((await post('/parcels', { parcels: [{ label: 'x', lines: [] }] })).status).toBe(400);
  });

  test('a class-validator DTO needs no decorators of the library, and its rules are part of the schema', async () => {
    expect((await post('/sizes', { sizes: [{ width: '3', unit: 'cm' }] })).body).toEqual([
      [true, 3, 'cm', null],
    ]);
    const options = await app.fetch('OPTIONS', '/api/acme/v1/orders/sizes');
    expect(options.body).toMatchObject({
      endpoints: [
        {
          args: {
            sizes: {
              type: 'array',
              items: {
                properties: {
                  width: { type: 'integer', minimum: 1, maximum: 9, required: true },
                  unit: { type: 'string', minLength: 2, maxLength: 4 },
                  note: { type: ['string', 'null'] },
                },
              },
            },
          },
        },
      ],
    });
  });

  test('rules without a schema keyword are run by class-validator', async () => {
    const { status, body } = await post('/sizes', { sizes: [{ width: 3, unit: 'CM' }] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { 'sizes[0].unit': 'unit must be lower case' } },
    });
  });

  test("class-transformer's decorators transform the instance", async () => {
    const boxes = [{ name: 'small', sizes: [{ width: 1, unit: 'cm' }] }];
    expect((await post('/boxes', { boxes })).body).toEqual([[true, 'SMALL', true]]);
  });

  test('properties named like members of prototypes are rejected and pollute nothing', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const body = `{"lines":[{"sku":"a","${name}":{"polluted":true}}]}`;
      const answer = await app.fetch('POST', '/api/acme/v1/orders/lines', {
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(400);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
