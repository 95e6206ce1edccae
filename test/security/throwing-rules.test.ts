import { Logger } from '@nestjs/common';
import { IsEmail, IsOptional, IsString, registerDecorator, ValidateIf } from 'class-validator';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

/** A rule of class-validator with a validation of its own. */
function Rule(name: string, validate: (value: unknown) => boolean | Promise<boolean>) {
  return (target: object, propertyName: string): void => {
    registerDecorator({ name, target: target.constructor, propertyName, validator: { validate } });
  };
}

const mayThrow = (value: unknown): boolean => {
  if (value === 'throw') throw new TypeError('The rule has a bug.');
  return true;
};

class MemberDto {
  @IsOptional()
  @IsString()
  @Rule('isUnique', async (value) => {
    await Promise.resolve();
    if (value === 'reject') throw new Error('The database is gone.');
    return value !== 'taken';
  })
  nick?: string;
  @IsOptional() @IsString() @Rule('mayThrow', mayThrow) code?: string;
  @IsOptional() @IsEmail() email?: string;
  @ValidateIf((_object, value) => mayThrow(value)) @IsOptional() @IsString() only?: string;
}

@RestController('v1')
class MembersController {
  @RestRoute('/members', HttpMethod.Post, new PublicAccess())
  add(members: MemberDto[]) {
    return members;
  }
}

describe.each(ADAPTERS)('rules of class-validator on %s', (adapter) => {
  const app = useRoutes([MembersController], { adapter });

  afterEach(() => vi.restoreAllMocks());

  const add = (...members: readonly unknown[]) =>
    app.fetch('POST', '/api/acme/v1/members', {
      headers: { 'content-type': 'application/json' },
      // JSON.stringify escapes a lone surrogate, and the server reads it back.
      body: JSON.stringify({ members }),
    });

  describe('A rule that throws or rejects makes its argument invalid, and is logged', () => {
    test.each([
      ['an email that validator.js cannot encode', { email: 'a@\ud800.com' }],
      ['a rule that throws', { code: 'throw' }],
      ['a rule that rejects', { nick: 'reject' }],
      ['a condition that throws', { only: 'throw' }],
      ['a rule that throws while another one rejects', { nick: 'reject', code: 'throw' }],
    ])('%s', async (_name, member) => {
      const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const { status, body } = await add({}, member);
      expect(status).toBe(400);
      expect(body).toEqual({
        code: 'rest_invalid_param',
        message: 'Invalid arguments: members[1].',
        data: {
          status: 400,
          params: { 'members[1]': 'cannot be validated' },
          details: {
            'members[1]': {
              code: 'rest_invalid_param',
              message: 'cannot be validated',
              data: null,
            },
          },
        },
      });
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({
          message: 'A rule on MemberDto threw.',
          cause: expect.any(Error) as Error,
        }),
      );
    });
  });

  test('A rule that does not throw keeps its message', async () => {
    expect((await add({ nick: 'ada', code: 'x', email: 'ada@example.com' })).status).toBe(200);
    const taken = await add({ nick: 'taken' });
    expect(taken.body).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
  });
});
