import { Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min, MinLength, ValidateNested } from 'class-validator';
import {
  Arguments,
  Cache,
  Callback,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestCache,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

const OPEN = new PublicAccess();

@ValueClass()
class Paging {
  @Param({ name: 'per_page', minimum: 1, maximum: 100 }) perPage: int = 10;
  page: int = 1;

  get offset(): number {
    return (this.page - 1) * this.perPage;
  }
}

@ValueClass()
class Money {
  @Param({ name: 'minor_units', minimum: 0 }) minorUnits!: int;
  @Param({ name: 'currency_code', default: 'EUR' }) currencyCode!: string;
}

@ValueClass()
class Line {
  @Param({ name: 'line_id' }) lineId!: int;
  @Param({ name: 'unit_price' }) unitPrice!: Money;
  @Param({ name: 'old_prices', required: false }) oldPrices?: Money[];
}

/** class-validator decides on it. */
class AddressDto {
  @Param({ name: 'zip_code' }) @IsString() @MinLength(5) zipCode!: string;
  @Param({ name: 'house_number' }) @IsOptional() @IsInt() houseNumber?: number;
}

class PersonDto {
  @Param({ name: 'full_name' }) @IsString() fullName!: string;
  @Param({ name: 'home_address' })
  @ValidateNested()
  @Type(() => AddressDto)
  homeAddress!: AddressDto;
  @Param({ name: 'other_addresses' })
  @IsOptional()
  @ValidateNested({ each: true })
  @Type(() => AddressDto)
  otherAddresses?: AddressDto[];
}

class ExposedDto {
  @Expose({ name: 'max_age' }) @IsInt() @Min(0) @Max(150) maxAge!: number;
}

class Policies {
  static few(per_page: int, request: RestRequest): boolean {
    return per_page <= 50 && request.get('per_page') === per_page;
  }
}

let calls = 0;

@RestController('v1', '/renamed')
class RenamedController {
  @RestRoute('/spread', HttpMethod.Get, new Callback(Policies.few))
  spread(@Arguments() paging: Paging, request: RestRequest) {
    return {
      ...(shown(paging) as object),
      offset: paging.offset,
      names: Object.keys(request.arguments),
      got: request.get('per_page') ?? null,
      unknown: request.get('perPage') ?? null,
    };
  }

  @RestRoute('/whole', HttpMethod.Post, OPEN)
  whole(@Param() paging: Paging) {
    return shown(paging);
  }

  @RestRoute('/lines', HttpMethod.Post, OPEN)
  lines(@ListOf(Line) lines: Line[]) {
    return lines.map(shown);
  }

  @RestRoute('/either', HttpMethod.Post, OPEN)
  either(value: Money | Line | null) {
    return shown(value);
  }

  @RestRoute('/person', HttpMethod.Post, OPEN)
  person(@Arguments() person: PersonDto) {
    return shown(person);
  }

  @RestRoute('/people', HttpMethod.Post, OPEN)
  people(people: PersonDto[]) {
    return people.map(shown);
  }

  @RestRoute('/exposed', HttpMethod.Post, OPEN)
  exposed(exposed: ExposedDto[]) {
    return exposed.map(shown);
  }

  @RestRoute('/cached', HttpMethod.Get, OPEN)
  @Cache<{ per_page: int }>({ ttl: '5m', tags: ({ per_page }) => [`size-${per_page}`] })
  cached(@Arguments() paging: Paging) {
    return { ...(shown(paging) as object), calls: ++calls };
  }

  @RestRoute('/result', HttpMethod.Get, OPEN, { responses: 'declared' })
  result(): Money {
    return Object.assign(new Money(), { minorUnits: 5, currencyCode: 'EUR' });
  }
}

/** A value with the names of its classes. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shown(one)]);
  return { is: value.constructor.name, ...Object.fromEntries(entries) };
}

describe.each(ADAPTERS)('a property with another name in requests on %s', (adapter) => {
  const app = useRoutes([RenamedController], { adapter });
  const get = (path: string) => app.fetch('GET', `/api/acme/v1/renamed${path}`);
  const post = (path: string, body: object) =>
    app.fetch('POST', `/api/acme/v1/renamed${path}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('gets the value of an argument of @Arguments(), which has the name of the request elsewhere', async () => {
    expect((await get('/spread?per_page=5&page=3')).body).toEqual({
      is: 'Paging',
      perPage: 5,
      page: 3,
      offset: 10,
      names: ['per_page', 'page'],
      got: 5,
      unknown: null,
    });
    expect((await get('/spread')).body).toMatchObject({ perPage: 10, page: 1 });
    expect((await get('/spread?per_page=60')).status).toBe(401);
    const { status, body } = await get('/spread?per_page=500');
    expect([status, Object.keys((body as never)['data']['params'])]).toEqual([400, ['per_page']]);
  });

  test('gets the value within an object, in lists and in a union, with its own default', async () => {
    const money = { minor_units: 199 };
    const euros = { is: 'Money', minorUnits: 199, currencyCode: 'EUR' };
    expect((await post('/whole', { paging: { per_page: '7' } })).body).toEqual({
      is: 'Paging',
      perPage: 7,
      page: 1,
    });
    expect((await post('/whole', { paging: {} })).body).toMatchObject({ perPage: 10 });
    const line = {
      line_id: 1,
      unit_price: { currency_code: 'USD', ...money },
      old_prices: [money],
    };
    expect((await post('/lines', { lines: [line] })).body).toEqual([
      {
        is: 'Line',
        lineId: 1,
        unitPrice: { ...euros, currencyCode: 'USD' },
        oldPrices: [euros],
      },
    ]);
    expect((await post('/either', { value: money })).body).toEqual(euros);
    expect((await post('/either', { value: { line_id: 1, unit_price: money } })).body).toEqual({
      is: 'Line',
      lineId: 1,
      unitPrice: euros,
    });
  });

  test('is missing, wrong and unknown by the name of the request', async () => {
    const missing = await post('/lines', {
      lines: [{ lineId: 1, unit_price: { minor_units: 1 } }],
    });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('line_id')]);
    const wrong = await post('/lines', {
      lines: [{ line_id: 1, unit_price: { minor_units: -1 } }],
    });
    expect(wrong.text).toContain('lines[0].unit_price.minor_units');
    const unknown = await post('/whole', { paging: { perPage: 5 } });
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('perPage')]);
  });

  test('gets the value in a class of class-validator, whose errors have the name of the request', async () => {
    const address = { zip_code: '12345', house_number: 3 };
    const person = { full_name: 'Ada', home_address: address, other_addresses: [address] };
    const made = { is: 'AddressDto', zipCode: '12345', houseNumber: 3 };
    const ada = { is: 'PersonDto', fullName: 'Ada', homeAddress: made, otherAddresses: [made] };
    expect((await post('/person', person)).body).toEqual(ada);
    expect((await post('/people', { people: [person] })).body).toEqual([ada]);
    const wrong = { ...person, full_name: 5, other_addresses: [{ zip_code: '1' }] };
    expect((await post('/people', { people: [wrong] })).body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: {
          'people[0].full_name': 'full_name must be a string',
          'people[0].other_addresses[0].zip_code':
            'zip_code must be longer than or equal to 5 characters',
        },
      },
    });
    expect(
      (await post('/person', { ...person, home_address: { zip_code: '1' } })).body,
    ).toMatchObject({
      data: { params: { 'home_address.zip_code': expect.stringContaining('zip_code must be') } },
    });
    const exposed = await post('/exposed', { exposed: [{ max_age: 200 }] });
    expect(exposed.body).toMatchObject({
      data: { params: { 'exposed[0].max_age': 'maxAge must not be greater than 150' } },
    });
    expect((await post('/exposed', { exposed: [{ max_age: 20 }] })).body).toEqual([
      { is: 'ExposedDto', maxAge: 20 },
    ]);
  });

  test('is cached and purged by the name of the request', async () => {
    const first = await get('/cached?per_page=5');
    expect(first.body).toMatchObject({ perPage: 5 });
    expect((await get('/cached?per_page=5')).body).toEqual(first.body);
    expect((await get('/cached?per_page=6')).body).not.toEqual(first.body);
    const cache = app.nest.get(RestCache);
    await cache.purge(RenamedController, 'cached', { per_page: 6, page: 1 });
    expect((await get('/cached?per_page=5')).body).toEqual(first.body);
    await cache.purge(RenamedController, 'cached', { per_page: 5, page: 1 });
    const second = await get('/cached?per_page=5');
    expect(second.body).not.toEqual(first.body);
    await cache.purgeTags('size-5');
    expect((await get('/cached?per_page=5')).body).not.toEqual(second.body);
  });

  test('has the name of the request in process and in documents, and that of the class in results', async () => {
    const response = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/acme/v1/renamed/spread', query: { per_page: 4 } });
    expect(response.data).toMatchObject({ perPage: 4 });
    expect((await get('/result')).body).toEqual({ minorUnits: 5, currencyCode: 'EUR' });
    const { paths, components } = openApiDocument(await app.nest.get(RestRoutes).list());
    const text = JSON.stringify([paths, components]);
    for (const name of ['per_page', 'minor_units', 'zip_code', 'line_id']) {
      expect(text).toContain(`"${name}"`);
    }
    for (const name of ['perPage', 'zipCode', 'lineId']) expect(text).not.toContain(name);
    expect(JSON.stringify(paths['/api/acme/v1/renamed/result'])).toContain('Money');
    expect(components.schemas['Money']).toMatchObject({
      properties: { minorUnits: { type: 'integer' } },
    });
    const options = await app.fetch('OPTIONS', '/api/acme/v1/renamed/spread');
    expect(options.text).toContain('per_page');
    expect(options.text).not.toContain('perPage');
  });
});
