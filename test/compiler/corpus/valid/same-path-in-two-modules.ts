import { Module } from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class OtherSubject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list() {}
}

@Module({
  imports: [RestModule.forFeature({ namespace: 'other' })],
  controllers: [OtherSubject],
})
export class OtherModule {}

@Module({ imports: [OtherModule], controllers: [Subject] })
export class SubjectsModule {}

export const expected = { methods: { list: { parameters: [] } } };
