import { Module } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/a/{id}', HttpMethod.Get, new PublicAccess())
  a(id: string) {}
}

@RestController('v1', '/subjects/a')
export class OtherSubject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Get], new PublicAccess())
  a(id: string) {}
}

@Module({ controllers: [Subject, OtherSubject] })
export class SubjectsModule {}

// RR1013 at 14:14
