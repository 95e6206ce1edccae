import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { TokensService } from './tokens.service.js';
import { UsersService } from './users.service.js';

/** The response to a login. */
interface Session {
  /** For the header `Authorization: Bearer`. */
  readonly token: string;
  readonly expires: string;
}

@RestController('v1', '/sessions')
export class SessionsController {
  constructor(
    private readonly users: UsersService,
    private readonly tokens: TokensService,
  ) {}

  /** Logs in. Anyone may try; put a throttler in front of it. */
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
  async create(
    @Param({ minLength: 1, maxLength: 60 }) login: string,
    @Param({ minLength: 1, maxLength: 200 }) password: string,
  ): Promise<RestResponse<Session>> {
    const user = await this.users.byPassword(login, password);
    if (user === undefined) {
      throw new RestException('incorrect_password', 'The login or the password is wrong.', 401);
    }
    return new RestResponse(this.tokens.issue(user.id), 201);
  }
}
