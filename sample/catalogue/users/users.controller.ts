import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { UsersService } from './users.service.js';

/** What everyone may know of a user. */
interface Author {
  readonly id: int;
  readonly name: string;
}

@RestController('v1', '/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Author {
    const user = this.users.byId(id);
    if (user === undefined) {
      throw new RestException('user_not_found', `There is no user ${id}.`, 404, { id });
    }
    return { id: user.id, name: user.name };
  }
}
