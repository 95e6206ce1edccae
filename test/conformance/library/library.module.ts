import type { ModuleMetadata } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
import { fixtureUser } from '../../support/fixture-user.js';
import { BooksController } from './books.controller.js';
import { CoversController } from './covers.controller.js';
import { AuthorsController, SecretsController } from './people.controllers.js';

/** The fixture of the recorded exchanges of WordPress's server features. */
export const libraryModule: ModuleMetadata = {
  imports: [RestModule.forRoot({ namespace: 'lib', batch: true, ...fixtureUser })],
  providers: [BooksController, AuthorsController, SecretsController, CoversController],
};
