import { PickType } from '@nestjs/swagger';
import { IsEmail, IsString } from 'class-validator';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes } from '../../support/application.js';

class AccountDto {
  @IsEmail() email!: string;
  @IsString() name!: string;
}

@ValueClass()
class EmailDto extends PickType(AccountDto, ['email'] as const) {}

@ValueClass()
class NamedDto extends PickType(AccountDto, ['email'] as const) {
  @IsString() title!: string;
}

@RestController('v1', '/accounts')
class AccountsController {
  @RestRoute('/{email}', HttpMethod.Get, new PublicAccess())
  one(@Arguments() { email }: EmailDto) {
    return { email };
  }

  @RestRoute('/{email}/titles/{title}', HttpMethod.Get, new PublicAccess())
  titled(@Arguments() { email, title }: NamedDto) {
    return { email, title };
  }
}

describe.each(ADAPTERS)('placeholders that a picked class fills on %s', (adapter) => {
  test('build, and are validated by its rules', async () => {
    const app = await startRoutes([AccountsController], { adapter });
    const get = (path: string) => app.fetch('GET', `/api/acme/v1/accounts/${path}`);
    expect((await get('ada@example.com')).body).toEqual({ email: 'ada@example.com' });
    expect((await get('ada@example.com/titles/dr')).body).toEqual({
      email: 'ada@example.com',
      title: 'dr',
    });
    expect((await get('ada')).status).toBe(400);
    await app.close();
  });
});
