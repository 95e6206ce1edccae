import { Module } from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestException,
  RestModule,
  RestRequest,
  RestRoute,
} from 'nestjs-rest-routes';

interface User {
  readonly id: string;
  readonly roles: readonly string[];
}

/** The session that express-session and @fastify/session put on a request. */
interface SessionRequest {
  readonly session: Session;
}

interface Session {
  user?: User;
  regenerate(done: (error?: unknown) => void): void;
  destroy(done: (error?: unknown) => void): void;
}

/** In place of a table of users with hashed passwords: see the recipe of tokens. */
const USERS = new Map<string, User>([['ada:lovelace', { id: 'ada', roles: ['editor'] }]]);

@RestController('v1', '/session')
export class SessionController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async open(login: string, password: string, request: RestRequest<unknown, SessionRequest>) {
    const user = USERS.get(`${login}:${password}`);
    if (user === undefined) {
      throw new RestException('incorrect_password', 'The login or the password is wrong.', 401);
    }
    // A new id, which no other site can have set before the login.
    await finished((done) => request.raw.session.regenerate(done));
    request.raw.session.user = user;
    return user;
  }

  @RestRoute('', HttpMethod.Delete, new PublicAccess())
  async close(request: RestRequest<unknown, SessionRequest>): Promise<void> {
    await finished((done) => request.raw.session.destroy(done));
  }
}

function finished(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

@RestController('v1', '/notes')
export class NotesController {
  @RestRoute('', HttpMethod.Post, new Capability('edit_notes'))
  create(text: string, request: RestRequest<User>) {
    return { text, by: request.user.id };
  }
}

@Module({
  imports: [
    RestModule.forRoot({
      namespace: 'acme',
      style: 'nest',
      roles: { editor: ['edit_notes'] },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      user: ({ raw }) => (raw as Partial<SessionRequest>).session?.user,
    }),
  ],
  providers: [NotesController, SessionController],
})
export class AppModule {}
