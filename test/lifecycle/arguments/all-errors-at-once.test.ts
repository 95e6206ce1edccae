import { Body, Controller, Post, ValidationPipe } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsString } from 'class-validator';
import {
  Capability,
  Callback,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

let asked = 0;

@RestController('v1', '/films')
class FilmsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(title: string, @Param({ minimum: 1 }) minutes: int, genre?: string) {
    return { title, minutes, genre };
  }

  @RestRoute('/closed', HttpMethod.Post, new Capability('edit_films'))
  close(title: string) {
    return title;
  }

  @RestRoute('/asked', HttpMethod.Post, new Callback(FilmsController.mayAsk))
  ask(title: string) {
    return title;
  }

  static mayAsk(title: string): boolean {
    asked++;
    return title === 'A';
  }
}

class FilmDto {
  @IsString()
  title!: string;

  @IsInt()
  @Type(() => Number)
  minutes!: number;
}

@Controller('plain/films')
class PlainFilmsController {
  @Post()
  create(@Body() film: FilmDto) {
    return film;
  }
}

const FILMS = '/api/acme/v1/films';

const json = (data: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(data),
});

describe.each(ADAPTERS)("checks: 'nest' on %s", (adapter) => {
  const rest = { checks: 'nest', unknownArguments: 'refuse' } as const;
  const app = useRoutes([FilmsController], { adapter, rest });
  const nest = useRoutes([FilmsController], {
    adapter,
    rest: { style: 'nest' },
    controllers: [PlainFilmsController],
    configure: (one) =>
      void one.useGlobalPipes(
        new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
      ),
  });

  test('missing, invalid and unknown arguments are one error, in the order of the method', async () => {
    const { status, body } = await app.fetch('POST', FILMS, json({ minutes: 0, gender: 'x' }));
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: title, minutes, gender.',
      data: {
        status: 400,
        params: {
          title: 'title is required.',
          minutes: 'minutes must be greater than or equal to 1.',
          gender: 'gender is not a known argument. Known: title, minutes, genre.',
        },
        details: {
          title: {
            code: 'rest_property_required',
            message: 'title is required.',
            data: { property: 'title' },
          },
          minutes: expect.objectContaining({ code: 'rest_out_of_bounds' }) as unknown,
          gender: expect.objectContaining({
            code: 'rest_additional_properties_forbidden',
          }) as unknown,
        },
      },
    });
  });

  test('arguments that are only missing keep the code for it', async () => {
    const { body } = await app.fetch('POST', FILMS, json({}));
    expect(body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['title', 'minutes'] },
    });
  });

  test("with Nest's errors, a missing argument has one text, whatever else is wrong", async () => {
    const title = 'title should not be null or undefined';
    const minutes = 'minutes should not be null or undefined';
    const gender = 'property gender should not exist';
    for (const [sent, message] of [
      [{}, [title, minutes]],
      [{ gender: 'x' }, [title, minutes, gender]],
      [{ title: 1 }, ['title must be a string.', minutes]],
      [{ minutes: 0 }, [title, 'minutes must be greater than or equal to 1.']],
    ] as const) {
      expect((await nest.fetch('POST', FILMS, json(sent))).body).toMatchObject({ message });
    }
  });

  test.each([
    ['application/xml', 'its media type is "application/xml"'],
    ['text/plain', 'its media type is "text/plain"'],
    ['multipart/mixed; boundary=a', 'its media type is "multipart/mixed"'],
  ])('a body of %s is a 415, before missing arguments', async (type, reason) => {
    const sent = { headers: { 'content-type': type }, body: '<film/>' };
    for (const one of [app, nest]) {
      const { status, body } = await one.fetch('POST', FILMS, sent);
      expect([status, (body as { message: string }).message]).toEqual([
        415,
        expect.stringContaining(reason),
      ]);
    }
    const malformed = { headers: { 'content-type': 'multipart/form-data' }, body: 'a' };
    expect((await nest.fetch('POST', FILMS, malformed)).status).toBe(400);
  });

  test('valid arguments reach the method', async () => {
    const film = { title: 'A', minutes: 90 };
    expect((await app.fetch('POST', FILMS, json(film))).body).toEqual(film);
  });

  test("with Nest's errors, as many properties are named as ValidationPipe names", async () => {
    const sent = json({ minutes: 'many', gender: 'x' });
    const seen = async (path: string) => {
      const { status, body } = await nest.fetch('POST', path, sent);
      const { message } = body as { message: readonly string[] };
      const names = message.flatMap((text) => /title|minutes|gender/.exec(text)?.[0] ?? []);
      return [status, [...new Set(names)].toSorted()];
    };
    expect(await seen(FILMS)).toEqual(await seen('/plain/films'));
  });

  test('many unknown names are counted, and 50 are listed', async () => {
    const names = Array.from({ length: 120 }, (_, at) => [`x${at}`, 1] as const);
    const { body } = await app.fetch('POST', FILMS, json(Object.fromEntries(names)));
    const { data } = body as { data: { total: number; params: object } };
    expect([data.total, Object.keys(data.params).length]).toEqual([122, 50]);
  });

  test('a permission that needs no arguments is checked before them, and one that does after them', async () => {
    asked = 0;
    expect((await app.fetch('POST', `${FILMS}/closed`, json({}))).status).toBe(401);
    expect((await app.fetch('POST', `${FILMS}/asked`, json({}))).status).toBe(400);
    expect(asked).toBe(0);
    expect((await app.fetch('POST', `${FILMS}/asked`, json({ title: 'B' }))).status).toBe(401);
  });
});
