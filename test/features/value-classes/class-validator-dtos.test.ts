import { Body, Controller, Post, ValidationPipe, type INestApplication } from '@nestjs/common';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  IsUrl,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import {
  Arguments,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  ValueClass,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

const OPEN = new PublicAccess();

enum Color {
  Red = 'red',
  Blue = 'blue',
}

enum Level {
  Low = 1,
  High = 2,
}

@ValidatorConstraint()
class IsEvenConstraint implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 0;
  }
}

function IsShort(): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'isShort',
      target: target.constructor,
      propertyName: String(propertyName),
      validator: { validate: (value: unknown) => typeof value === 'string' && value.length < 5 },
    });
}

/** Asks something that answers later. */
function IsFree(options?: { readonly each: boolean }): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name: 'isFree',
      target: target.constructor,
      propertyName: String(propertyName),
      async: true,
      ...(options === undefined ? {} : { options }),
      validator: { validate: (value: unknown) => Promise.resolve(value !== 'taken') },
    });
}

class Part {
  @IsString() sku!: string;
}

class TextDto {
  @IsString() name!: string;
}

class OptionalTextDto {
  @IsOptional() @IsString() name?: string;
}

class QuestionMarkDto {
  @IsString() name?: string;
}

class InitializedDto {
  @IsInt() page = 1;
}

class InitializedOptionalDto {
  @IsOptional() @IsInt() @Min(1) page: number = 1;
}

class LimitsDto {
  @IsString() @Length(2, 4) code!: string;
  @IsInt() @Min(1) @Max(9) size!: number;
}

class MinMaxLengthDto {
  @IsString() @MinLength(2) @MaxLength(3) a!: string;
}

class MailDto {
  @IsEmail() mail!: string;
}

class UuidDto {
  @IsUUID() id!: string;
}

class UrlDto {
  @IsUrl() link!: string;
}

class DateTextDto {
  @IsDateString() at!: string;
}

class IsoDto {
  @IsISO8601() at!: string;
}

class PatternDto {
  @Matches(/^[a-z]+$/) slug!: string;
}

class NotEmptyDto {
  @IsNotEmpty() @IsString() title!: string;
}

class EnumeratedDto {
  @IsEnum(Color) color!: Color;
}

class OneOfDto {
  @IsIn(['a', 'b']) kind!: 'a' | 'b';
}

class FlagDto {
  @IsBoolean() on!: boolean;
}

class NumericDto {
  @IsNumber() @IsPositive() price!: number;
}

class DefinedDto {
  @IsDefined() @Allow() any!: unknown;
}

class AllowedDto {
  @Allow() any?: unknown;
  @IsString() name!: string;
}

class EqualsOneDto {
  @Equals('yes') agree!: string;
}

class StringsDto {
  @IsArray() @IsString({ each: true }) tags!: string[];
}

class SizedDto {
  @ArrayMinSize(1) @ArrayMaxSize(2) @IsInt({ each: true }) ids!: number[];
}

class UniqueDto {
  @ArrayNotEmpty() @ArrayUnique() @IsString({ each: true }) tags!: string[];
}

class OptionalListDto {
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

class NestedDto {
  @ValidateNested() @Type(() => Part) part!: Part;
}

class NestedListDto {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Part) parts!: Part[];
}

class NestedOptionalDto {
  @IsOptional() @ValidateNested() @Type(() => Part) part?: Part;
}

class NestedOrNullDto {
  @IsOptional() @ValidateNested() @Type(() => Part) part: Part | null = null;
}

class DeepDto {
  @ValidateNested() @Type(() => NestedDto) inner!: NestedDto;
}

class AnythingDto {
  @IsObject() data!: Record<string, unknown>;
}

class InheritedDto extends TextDto {
  @IsInt() more!: number;
}

class RedeclaredDto extends TextDto {
  @IsString() @Length(3) override name = 'none';
}

class PartialDto extends PartialType(LimitsDto) {}

class PickedDto extends PickType(LimitsDto, ['code'] as const) {}

class OmittedDto extends OmitType(LimitsDto, ['size'] as const) {}

class JoinedDto extends IntersectionType(TextDto, MailDto) {}

class PartialPlusDto extends PartialType(LimitsDto) {
  @IsString() reason!: string;
}

class ConditionalDto {
  @IsString() kind!: string;
  @ValidateIf(({ kind }: ConditionalDto) => kind === 'card')
  @IsString()
  @Length(4, 4)
  digits?: string;
}

class NotNullDto {
  @ValidateIf((_object, value) => value !== null) @IsString() name!: string | null;
}

class ConditionalNestedDto {
  @IsString() kind!: string;
  @ValidateIf(({ kind }: ConditionalNestedDto) => kind === 'a')
  @ValidateNested()
  @IsDefined()
  @Type(() => Part)
  part?: Part;
}

class TrimmedDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString()
  @Length(1, 3)
  name!: string;
}

class ParsedDto {
  @Transform(({ value }: { value: string }) => JSON.parse(value) as unknown)
  @IsObject()
  filter!: Record<string, unknown>;
}

class CountedDto {
  @Type(() => Number) @IsInt() @Min(1) page!: number;
}

class DatedDto {
  @Type(() => Date) @IsDate() at!: Date;
}

class SplitDto {
  @Transform(({ value }: { value: string }) => value.split(','))
  @IsString({ each: true })
  tags!: string[];
}

class LoweredDto {
  @Transform(({ value }: { value: string }) => value.toLowerCase()) @IsIn(['a', 'b']) kind!: string;
}

class RenamedDto {
  @Expose({ name: 'first_name' }) @IsString() firstName!: string;
}

class HiddenDto {
  @IsString() name!: string;
  @Exclude() @IsOptional() @IsString() secret?: string;
}

class ExposedDto {
  @Expose() @IsString() name!: string;
}

class GroupedDto {
  @IsString({ groups: ['create'] }) name!: string;
  @IsOptional({ groups: ['update'] }) @IsInt({ groups: ['update'] }) size?: number;
}

class CustomDto {
  @Validate(IsEvenConstraint) @IsInt() even!: number;
}

class CustomDecoratorDto {
  @IsShort() @IsString() name!: string;
}

class AsynchronousDto {
  @IsFree() @IsString() name!: string;
}

class AsynchronousListDto {
  @IsFree({ each: true }) @IsString({ each: true }) names!: string[];
}

class BehavingDto {
  @IsString() first!: string;
  @IsString() last!: string;

  get whole(): string {
    return `${this.first} ${this.last}`;
  }
}

class ConstructedDto {
  @IsString() name = 'unnamed';
  @IsOptional() @IsInt() size?: number;
}

class SeveralDto {
  @IsString() @MinLength(2) @IsNotEmpty() @Matches(/^[a-z ]+$/) a!: string;
  @IsOptional() @IsEmail() b?: string;
  @IsOptional() @IsBoolean() c?: boolean;
}

class NumberEnumDto {
  @IsEnum(Level) level!: Level;
}

class EnumListDto {
  @IsEnum(Color, { each: true }) colors!: Color[];
}

class NullableTextDto {
  @IsOptional() @IsString() note!: string | null;
}

class NothingDto {
  @IsOptional() @Allow() any?: unknown;
}

/** What a handler got: each instance with the name of its class. */
function describeValue(value: unknown): unknown {
  if (value instanceof Date) return { date: value.toISOString() };
  if (Array.isArray(value)) return value.map(describeValue);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const name = Object.getPrototypeOf(value) === null ? 'Object' : value.constructor.name;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return { [name]: Object.fromEntries(entries.map(([key, inner]) => [key, describeValue(inner)])) };
}

const pipeFor = (expectedType: new () => object) =>
  new ValidationPipe({ transform: true, whitelist: true, expectedType });

@RestController('v1', '/dtos')
class RestDtos {
  @RestRoute('/Text', HttpMethod.Post, OPEN)
  takeText(@Arguments() dto: TextDto) {
    return describeValue(dto);
  }
  @RestRoute('/OptionalText', HttpMethod.Post, OPEN)
  takeOptionalText(@Arguments() dto: OptionalTextDto) {
    return describeValue(dto);
  }
  @RestRoute('/QuestionMark', HttpMethod.Post, OPEN)
  takeQuestionMark(@Arguments() dto: QuestionMarkDto) {
    return describeValue(dto);
  }
  @RestRoute('/Initialized', HttpMethod.Post, OPEN)
  takeInitialized(@Arguments() dto: InitializedDto) {
    return describeValue(dto);
  }
  @RestRoute('/InitializedOptional', HttpMethod.Post, OPEN)
  takeInitializedOptional(@Arguments() dto: InitializedOptionalDto) {
    return describeValue(dto);
  }
  @RestRoute('/Limits', HttpMethod.Post, OPEN)
  takeLimits(@Arguments() dto: LimitsDto) {
    return describeValue(dto);
  }
  @RestRoute('/MinMaxLength', HttpMethod.Post, OPEN)
  takeMinMaxLength(@Arguments() dto: MinMaxLengthDto) {
    return describeValue(dto);
  }
  @RestRoute('/Mail', HttpMethod.Post, OPEN)
  takeMail(@Arguments() dto: MailDto) {
    return describeValue(dto);
  }
  @RestRoute('/Uuid', HttpMethod.Post, OPEN)
  takeUuid(@Arguments() dto: UuidDto) {
    return describeValue(dto);
  }
  @RestRoute('/Url', HttpMethod.Post, OPEN)
  takeUrl(@Arguments() dto: UrlDto) {
    return describeValue(dto);
  }
  @RestRoute('/DateText', HttpMethod.Post, OPEN)
  takeDateText(@Arguments() dto: DateTextDto) {
    return describeValue(dto);
  }
  @RestRoute('/Iso', HttpMethod.Post, OPEN)
  takeIso(@Arguments() dto: IsoDto) {
    return describeValue(dto);
  }
  @RestRoute('/Pattern', HttpMethod.Post, OPEN)
  takePattern(@Arguments() dto: PatternDto) {
    return describeValue(dto);
  }
  @RestRoute('/NotEmpty', HttpMethod.Post, OPEN)
  takeNotEmpty(@Arguments() dto: NotEmptyDto) {
    return describeValue(dto);
  }
  @RestRoute('/Enumerated', HttpMethod.Post, OPEN)
  takeEnumerated(@Arguments() dto: EnumeratedDto) {
    return describeValue(dto);
  }
  @RestRoute('/OneOf', HttpMethod.Post, OPEN)
  takeOneOf(@Arguments() dto: OneOfDto) {
    return describeValue(dto);
  }
  @RestRoute('/Flag', HttpMethod.Post, OPEN)
  takeFlag(@Arguments() dto: FlagDto) {
    return describeValue(dto);
  }
  @RestRoute('/Numeric', HttpMethod.Post, OPEN)
  takeNumeric(@Arguments() dto: NumericDto) {
    return describeValue(dto);
  }
  @RestRoute('/Defined', HttpMethod.Post, OPEN)
  takeDefined(@Arguments() dto: DefinedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Allowed', HttpMethod.Post, OPEN)
  takeAllowed(@Arguments() dto: AllowedDto) {
    return describeValue(dto);
  }
  @RestRoute('/EqualsOne', HttpMethod.Post, OPEN)
  takeEqualsOne(@Arguments() dto: EqualsOneDto) {
    return describeValue(dto);
  }
  @RestRoute('/Strings', HttpMethod.Post, OPEN)
  takeStrings(@Arguments() dto: StringsDto) {
    return describeValue(dto);
  }
  @RestRoute('/Sized', HttpMethod.Post, OPEN)
  takeSized(@Arguments() dto: SizedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Unique', HttpMethod.Post, OPEN)
  takeUnique(@Arguments() dto: UniqueDto) {
    return describeValue(dto);
  }
  @RestRoute('/OptionalList', HttpMethod.Post, OPEN)
  takeOptionalList(@Arguments() dto: OptionalListDto) {
    return describeValue(dto);
  }
  @RestRoute('/Nested', HttpMethod.Post, OPEN)
  takeNested(@Arguments() dto: NestedDto) {
    return describeValue(dto);
  }
  @RestRoute('/NestedList', HttpMethod.Post, OPEN)
  takeNestedList(@Arguments() dto: NestedListDto) {
    return describeValue(dto);
  }
  @RestRoute('/NestedOptional', HttpMethod.Post, OPEN)
  takeNestedOptional(@Arguments() dto: NestedOptionalDto) {
    return describeValue(dto);
  }
  @RestRoute('/NestedOrNull', HttpMethod.Post, OPEN)
  takeNestedOrNull(@Arguments() dto: NestedOrNullDto) {
    return describeValue(dto);
  }
  @RestRoute('/Deep', HttpMethod.Post, OPEN)
  takeDeep(@Arguments() dto: DeepDto) {
    return describeValue(dto);
  }
  @RestRoute('/Anything', HttpMethod.Post, OPEN)
  takeAnything(@Arguments() dto: AnythingDto) {
    return describeValue(dto);
  }
  @RestRoute('/Inherited', HttpMethod.Post, OPEN)
  takeInherited(@Arguments() dto: InheritedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Redeclared', HttpMethod.Post, OPEN)
  takeRedeclared(@Arguments() dto: RedeclaredDto) {
    return describeValue(dto);
  }
  @RestRoute('/Partial', HttpMethod.Post, OPEN)
  takePartial(@Arguments() dto: PartialDto) {
    return describeValue(dto);
  }
  @RestRoute('/Picked', HttpMethod.Post, OPEN)
  takePicked(@Arguments() dto: PickedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Omitted', HttpMethod.Post, OPEN)
  takeOmitted(@Arguments() dto: OmittedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Joined', HttpMethod.Post, OPEN)
  takeJoined(@Arguments() dto: JoinedDto) {
    return describeValue(dto);
  }
  @RestRoute('/PartialPlus', HttpMethod.Post, OPEN)
  takePartialPlus(@Arguments() dto: PartialPlusDto) {
    return describeValue(dto);
  }
  @RestRoute('/Conditional', HttpMethod.Post, OPEN)
  takeConditional(@Arguments() dto: ConditionalDto) {
    return describeValue(dto);
  }
  @RestRoute('/NotNull', HttpMethod.Post, OPEN)
  takeNotNull(@Arguments() dto: NotNullDto) {
    return describeValue(dto);
  }
  @RestRoute('/ConditionalNested', HttpMethod.Post, OPEN)
  takeConditionalNested(@Arguments() dto: ConditionalNestedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Trimmed', HttpMethod.Post, OPEN)
  takeTrimmed(@Arguments() dto: TrimmedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Parsed', HttpMethod.Post, OPEN)
  takeParsed(@Arguments() dto: ParsedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Counted', HttpMethod.Post, OPEN)
  takeCounted(@Arguments() dto: CountedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Dated', HttpMethod.Post, OPEN)
  takeDated(@Arguments() dto: DatedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Split', HttpMethod.Post, OPEN)
  takeSplit(@Arguments() dto: SplitDto) {
    return describeValue(dto);
  }
  @RestRoute('/Lowered', HttpMethod.Post, OPEN)
  takeLowered(@Arguments() dto: LoweredDto) {
    return describeValue(dto);
  }
  @RestRoute('/Renamed', HttpMethod.Post, OPEN)
  takeRenamed(@Arguments() dto: RenamedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Hidden', HttpMethod.Post, OPEN)
  takeHidden(@Arguments() dto: HiddenDto) {
    return describeValue(dto);
  }
  @RestRoute('/Exposed', HttpMethod.Post, OPEN)
  takeExposed(@Arguments() dto: ExposedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Grouped', HttpMethod.Post, OPEN)
  takeGrouped(@Arguments() dto: GroupedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Custom', HttpMethod.Post, OPEN)
  takeCustom(@Arguments() dto: CustomDto) {
    return describeValue(dto);
  }
  @RestRoute('/CustomDecorator', HttpMethod.Post, OPEN)
  takeCustomDecorator(@Arguments() dto: CustomDecoratorDto) {
    return describeValue(dto);
  }
  @RestRoute('/Asynchronous', HttpMethod.Post, OPEN)
  takeAsynchronous(@Arguments() dto: AsynchronousDto) {
    return describeValue(dto);
  }
  @RestRoute('/AsynchronousList', HttpMethod.Post, OPEN)
  takeAsynchronousList(@Arguments() dto: AsynchronousListDto) {
    return describeValue(dto);
  }
  @RestRoute('/Behaving', HttpMethod.Post, OPEN)
  takeBehaving(@Arguments() dto: BehavingDto) {
    return describeValue(dto);
  }
  @RestRoute('/Constructed', HttpMethod.Post, OPEN)
  takeConstructed(@Arguments() dto: ConstructedDto) {
    return describeValue(dto);
  }
  @RestRoute('/Several', HttpMethod.Post, OPEN)
  takeSeveral(@Arguments() dto: SeveralDto) {
    return describeValue(dto);
  }
  @RestRoute('/NumberEnum', HttpMethod.Post, OPEN)
  takeNumberEnum(@Arguments() dto: NumberEnumDto) {
    return describeValue(dto);
  }
  @RestRoute('/EnumList', HttpMethod.Post, OPEN)
  takeEnumList(@Arguments() dto: EnumListDto) {
    return describeValue(dto);
  }
  @RestRoute('/NullableText', HttpMethod.Post, OPEN)
  takeNullableText(@Arguments() dto: NullableTextDto) {
    return describeValue(dto);
  }
  @RestRoute('/Nothing', HttpMethod.Post, OPEN)
  takeNothing(@Arguments() dto: NothingDto) {
    return describeValue(dto);
  }
}

@Controller('plain')
class PlainDtos {
  @Post('Text')
  takeText(@Body(pipeFor(TextDto)) dto: TextDto) {
    return describeValue(dto);
  }
  @Post('OptionalText')
  takeOptionalText(@Body(pipeFor(OptionalTextDto)) dto: OptionalTextDto) {
    return describeValue(dto);
  }
  @Post('QuestionMark')
  takeQuestionMark(@Body(pipeFor(QuestionMarkDto)) dto: QuestionMarkDto) {
    return describeValue(dto);
  }
  @Post('Initialized')
  takeInitialized(@Body(pipeFor(InitializedDto)) dto: InitializedDto) {
    return describeValue(dto);
  }
  @Post('InitializedOptional')
  takeInitializedOptional(@Body(pipeFor(InitializedOptionalDto)) dto: InitializedOptionalDto) {
    return describeValue(dto);
  }
  @Post('Limits')
  takeLimits(@Body(pipeFor(LimitsDto)) dto: LimitsDto) {
    return describeValue(dto);
  }
  @Post('MinMaxLength')
  takeMinMaxLength(@Body(pipeFor(MinMaxLengthDto)) dto: MinMaxLengthDto) {
    return describeValue(dto);
  }
  @Post('Mail')
  takeMail(@Body(pipeFor(MailDto)) dto: MailDto) {
    return describeValue(dto);
  }
  @Post('Uuid')
  takeUuid(@Body(pipeFor(UuidDto)) dto: UuidDto) {
    return describeValue(dto);
  }
  @Post('Url')
  takeUrl(@Body(pipeFor(UrlDto)) dto: UrlDto) {
    return describeValue(dto);
  }
  @Post('DateText')
  takeDateText(@Body(pipeFor(DateTextDto)) dto: DateTextDto) {
    return describeValue(dto);
  }
  @Post('Iso')
  takeIso(@Body(pipeFor(IsoDto)) dto: IsoDto) {
    return describeValue(dto);
  }
  @Post('Pattern')
  takePattern(@Body(pipeFor(PatternDto)) dto: PatternDto) {
    return describeValue(dto);
  }
  @Post('NotEmpty')
  takeNotEmpty(@Body(pipeFor(NotEmptyDto)) dto: NotEmptyDto) {
    return describeValue(dto);
  }
  @Post('Enumerated')
  takeEnumerated(@Body(pipeFor(EnumeratedDto)) dto: EnumeratedDto) {
    return describeValue(dto);
  }
  @Post('OneOf')
  takeOneOf(@Body(pipeFor(OneOfDto)) dto: OneOfDto) {
    return describeValue(dto);
  }
  @Post('Flag')
  takeFlag(@Body(pipeFor(FlagDto)) dto: FlagDto) {
    return describeValue(dto);
  }
  @Post('Numeric')
  takeNumeric(@Body(pipeFor(NumericDto)) dto: NumericDto) {
    return describeValue(dto);
  }
  @Post('Defined')
  takeDefined(@Body(pipeFor(DefinedDto)) dto: DefinedDto) {
    return describeValue(dto);
  }
  @Post('Allowed')
  takeAllowed(@Body(pipeFor(AllowedDto)) dto: AllowedDto) {
    return describeValue(dto);
  }
  @Post('EqualsOne')
  takeEqualsOne(@Body(pipeFor(EqualsOneDto)) dto: EqualsOneDto) {
    return describeValue(dto);
  }
  @Post('Strings')
  takeStrings(@Body(pipeFor(StringsDto)) dto: StringsDto) {
    return describeValue(dto);
  }
  @Post('Sized')
  takeSized(@Body(pipeFor(SizedDto)) dto: SizedDto) {
    return describeValue(dto);
  }
  @Post('Unique')
  takeUnique(@Body(pipeFor(UniqueDto)) dto: UniqueDto) {
    return describeValue(dto);
  }
  @Post('OptionalList')
  takeOptionalList(@Body(pipeFor(OptionalListDto)) dto: OptionalListDto) {
    return describeValue(dto);
  }
  @Post('Nested')
  takeNested(@Body(pipeFor(NestedDto)) dto: NestedDto) {
    return describeValue(dto);
  }
  @Post('NestedList')
  takeNestedList(@Body(pipeFor(NestedListDto)) dto: NestedListDto) {
    return describeValue(dto);
  }
  @Post('NestedOptional')
  takeNestedOptional(@Body(pipeFor(NestedOptionalDto)) dto: NestedOptionalDto) {
    return describeValue(dto);
  }
  @Post('NestedOrNull')
  takeNestedOrNull(@Body(pipeFor(NestedOrNullDto)) dto: NestedOrNullDto) {
    return describeValue(dto);
  }
  @Post('Deep')
  takeDeep(@Body(pipeFor(DeepDto)) dto: DeepDto) {
    return describeValue(dto);
  }
  @Post('Anything')
  takeAnything(@Body(pipeFor(AnythingDto)) dto: AnythingDto) {
    return describeValue(dto);
  }
  @Post('Inherited')
  takeInherited(@Body(pipeFor(InheritedDto)) dto: InheritedDto) {
    return describeValue(dto);
  }
  @Post('Redeclared')
  takeRedeclared(@Body(pipeFor(RedeclaredDto)) dto: RedeclaredDto) {
    return describeValue(dto);
  }
  @Post('Partial')
  takePartial(@Body(pipeFor(PartialDto)) dto: PartialDto) {
    return describeValue(dto);
  }
  @Post('Picked')
  takePicked(@Body(pipeFor(PickedDto)) dto: PickedDto) {
    return describeValue(dto);
  }
  @Post('Omitted')
  takeOmitted(@Body(pipeFor(OmittedDto)) dto: OmittedDto) {
    return describeValue(dto);
  }
  @Post('Joined')
  takeJoined(@Body(pipeFor(JoinedDto)) dto: JoinedDto) {
    return describeValue(dto);
  }
  @Post('PartialPlus')
  takePartialPlus(@Body(pipeFor(PartialPlusDto)) dto: PartialPlusDto) {
    return describeValue(dto);
  }
  @Post('Conditional')
  takeConditional(@Body(pipeFor(ConditionalDto)) dto: ConditionalDto) {
    return describeValue(dto);
  }
  @Post('NotNull')
  takeNotNull(@Body(pipeFor(NotNullDto)) dto: NotNullDto) {
    return describeValue(dto);
  }
  @Post('ConditionalNested')
  takeConditionalNested(@Body(pipeFor(ConditionalNestedDto)) dto: ConditionalNestedDto) {
    return describeValue(dto);
  }
  @Post('Trimmed')
  takeTrimmed(@Body(pipeFor(TrimmedDto)) dto: TrimmedDto) {
    return describeValue(dto);
  }
  @Post('Parsed')
  takeParsed(@Body(pipeFor(ParsedDto)) dto: ParsedDto) {
    return describeValue(dto);
  }
  @Post('Counted')
  takeCounted(@Body(pipeFor(CountedDto)) dto: CountedDto) {
    return describeValue(dto);
  }
  @Post('Dated')
  takeDated(@Body(pipeFor(DatedDto)) dto: DatedDto) {
    return describeValue(dto);
  }
  @Post('Split')
  takeSplit(@Body(pipeFor(SplitDto)) dto: SplitDto) {
    return describeValue(dto);
  }
  @Post('Lowered')
  takeLowered(@Body(pipeFor(LoweredDto)) dto: LoweredDto) {
    return describeValue(dto);
  }
  @Post('Renamed')
  takeRenamed(@Body(pipeFor(RenamedDto)) dto: RenamedDto) {
    return describeValue(dto);
  }
  @Post('Hidden')
  takeHidden(@Body(pipeFor(HiddenDto)) dto: HiddenDto) {
    return describeValue(dto);
  }
  @Post('Exposed')
  takeExposed(@Body(pipeFor(ExposedDto)) dto: ExposedDto) {
    return describeValue(dto);
  }
  @Post('Grouped')
  takeGrouped(@Body(pipeFor(GroupedDto)) dto: GroupedDto) {
    return describeValue(dto);
  }
  @Post('Custom')
  takeCustom(@Body(pipeFor(CustomDto)) dto: CustomDto) {
    return describeValue(dto);
  }
  @Post('CustomDecorator')
  takeCustomDecorator(@Body(pipeFor(CustomDecoratorDto)) dto: CustomDecoratorDto) {
    return describeValue(dto);
  }
  @Post('Asynchronous')
  takeAsynchronous(@Body(pipeFor(AsynchronousDto)) dto: AsynchronousDto) {
    return describeValue(dto);
  }
  @Post('AsynchronousList')
  takeAsynchronousList(@Body(pipeFor(AsynchronousListDto)) dto: AsynchronousListDto) {
    return describeValue(dto);
  }
  @Post('Behaving')
  takeBehaving(@Body(pipeFor(BehavingDto)) dto: BehavingDto) {
    return describeValue(dto);
  }
  @Post('Constructed')
  takeConstructed(@Body(pipeFor(ConstructedDto)) dto: ConstructedDto) {
    return describeValue(dto);
  }
  @Post('Several')
  takeSeveral(@Body(pipeFor(SeveralDto)) dto: SeveralDto) {
    return describeValue(dto);
  }
  @Post('NumberEnum')
  takeNumberEnum(@Body(pipeFor(NumberEnumDto)) dto: NumberEnumDto) {
    return describeValue(dto);
  }
  @Post('EnumList')
  takeEnumList(@Body(pipeFor(EnumListDto)) dto: EnumListDto) {
    return describeValue(dto);
  }
  @Post('NullableText')
  takeNullableText(@Body(pipeFor(NullableTextDto)) dto: NullableTextDto) {
    return describeValue(dto);
  }
  @Post('Nothing')
  takeNothing(@Body(pipeFor(NothingDto)) dto: NothingDto) {
    return describeValue(dto);
  }
}

/** Nested objects with properties that their class does not have: they are left out. */
const OTHERS: readonly unknown[] = [
  { sku: 'a', more: 1 },
  { more: { sku: 'a' }, sku: 'a', constructor: 1, toString: null },
];

/** Each DTO with bodies that are sent to both. */
const BODIES: readonly (readonly [dto: string, bodies: readonly unknown[]])[] = [
  [
    'Text',
    [{ name: 'a' }, {}, { name: 5.5 }, { name: null }, { name: 'a', extra: 1 }, { name: {} }],
  ],
  ['OptionalText', [{}, { name: null }, { name: 'a' }, { name: [] }]],
  ['QuestionMark', [{}, { name: 'a' }]],
  ['Initialized', [{}, { page: 3 }, { page: 1.5 }, { page: null }]],
  ['InitializedOptional', [{}, { page: 3 }, { page: 0 }, { page: null }]],
  [
    'Limits',
    [
      { code: 'ab', size: 1 },
      { code: 'a', size: 1 },
      { code: 'abcde', size: 1 },
      { code: 'ab', size: 10 },
      { code: 'ab', size: 0 },
    ],
  ],
  ['MinMaxLength', [{ a: 'ab' }, { a: 'a' }, { a: 'abcd' }]],
  ['Mail', [{ mail: 'ada@example.com' }, { mail: 'ada' }, {}]],
  [
    'Uuid',
    [
      { id: '3F2504E0-4F89-41D3-9A0C-0305E82C3301' },
      { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      { id: 'x' },
    ],
  ],
  ['Url', [{ link: 'https://example.com/a' }, { link: 'nothing' }]],
  ['DateText', [{ at: '2024-02-29' }, { at: '2024-02-29T10:00:00Z' }, { at: 'soon' }]],
  ['Iso', [{ at: '2024-02-29' }, { at: 'x' }]],
  ['Pattern', [{ slug: 'abc' }, { slug: 'ABC' }, {}]],
  ['NotEmpty', [{ title: 'a' }, { title: '' }]],
  ['Enumerated', [{ color: 'red' }, { color: 'pink' }, {}]],
  ['OneOf', [{ kind: 'a' }, { kind: 'c' }]],
  ['Flag', [{ on: true }, { on: false }, {}]],
  ['Numeric', [{ price: 1.5 }, { price: -1 }, {}]],
  ['Defined', [{ any: 1 }, { any: { a: 1 } }, { any: 'x' }]],
  ['Allowed', [{ name: 'a' }, { name: 'a', any: [1] }]],
  ['EqualsOne', [{ agree: 'yes' }, { agree: 'no' }]],
  ['Strings', [{ tags: ['a', 'b'] }, { tags: [] }, { tags: [{}] }, {}]],
  ['Sized', [{ ids: [1] }, { ids: [] }, { ids: [1, 2, 3] }, { ids: [1.5] }]],
  ['Unique', [{ tags: ['a'] }, { tags: ['a', 'a'] }, { tags: [] }]],
  ['OptionalList', [{}, { tags: ['a'] }, { tags: null }]],
  [
    'Nested',
    [
      ...OTHERS.map((part) => ({ part })),
      { part: { sku: 'a' } },
      { part: { sku: 5.5 } },
      { part: {} },
      {},
      { part: null },
    ],
  ],
  [
    'NestedList',
    [
      { parts: OTHERS },
      { parts: [{ sku: 'a' }, { sku: 'b' }] },
      { parts: [{}] },
      { parts: [] },
      {},
    ],
  ],
  [
    'NestedOptional',
    [...OTHERS.map((part) => ({ part })), {}, { part: null }, { part: { sku: 'a' } }, { part: {} }],
  ],
  [
    'NestedOrNull',
    [...OTHERS.map((part) => ({ part })), {}, { part: null }, { part: { sku: 'a' } }, { part: {} }],
  ],
  [
    'Deep',
    [
      { inner: { part: { sku: 'a', more: 1 }, more: 1 }, more: 1 },
      { inner: { part: { sku: 'a' } } },
      { inner: { part: {} } },
      { inner: {} },
    ],
  ],
  ['Anything', [{ data: { a: 1 } }, { data: {} }]],
  ['Inherited', [{ name: 'a', more: 1 }, { more: 1 }, { name: 'a' }]],
  ['Redeclared', [{ name: 'abc' }, { name: 'a' }]],
  ['Partial', [{}, { code: 'ab' }, { code: 'a' }, { size: 5 }, { size: 50 }]],
  ['Picked', [{ code: 'ab' }, {}, { code: 'a' }]],
  ['Omitted', [{ code: 'ab' }, {}]],
  ['Joined', [{ name: 'a', mail: 'ada@example.com' }, { name: 'a' }, { mail: 'ada@example.com' }]],
  ['PartialPlus', [{ reason: 'a' }, {}, { reason: 'a', size: 0 }]],
  [
    'Conditional',
    [
      { kind: 'cash' },
      { kind: 'card' },
      { kind: 'card', digits: '1234' },
      { kind: 'card', digits: '1' },
      { kind: 'cash', digits: '1' },
    ],
  ],
  ['NotNull', [{ name: null }, { name: 'a' }, {}, { name: 5.5 }]],
  [
    'ConditionalNested',
    [
      { kind: 'a', part: { sku: 'x', more: 1 } },
      { kind: 'b' },
      { kind: 'a' },
      { kind: 'a', part: { sku: 'x' } },
      { kind: 'a', part: {} },
    ],
  ],
  ['Trimmed', [{ name: '  abc  ' }, { name: '   ' }, { name: 'abcd' }, { name: 5.5 }, {}]],
  ['Parsed', [{ filter: '{"a":1}' }, { filter: '[1' }, {}]],
  ['Counted', [{ page: { a: 1 } }, { page: [{ a: 1 }] }, { page: 2 }, { page: 0 }, {}]],
  ['Dated', [{ at: '2024-02-29T10:00:00.000Z' }, {}]],
  ['Split', [{ tags: 'a,b' }, {}]],
  ['Lowered', [{ kind: 'A' }, { kind: 'C' }]],
  ['Renamed', [{ first_name: 'a' }, { firstName: 'a' }, {}]],
  ['Hidden', [{ name: 'a' }, { name: 'a', secret: 'x' }]],
  ['Exposed', [{ name: 'a' }, {}]],
  ['Grouped', [{ name: 'a' }, {}, { name: 'a', size: 1 }, { name: 'a', size: 1.5 }]],
  ['Custom', [{ even: 2 }, { even: 3 }, {}]],
  ['CustomDecorator', [{ name: 'ab' }, { name: 'abcdef' }]],
  ['Asynchronous', [{ name: 'free' }, { name: 'taken' }]],
  ['AsynchronousList', [{ names: ['free'] }, { names: ['free', 'taken'] }]],
  ['Behaving', [{ first: 'a', last: 'b' }, { first: 'a' }]],
  ['Constructed', [{}, { name: 'a' }, { size: 2 }]],
  ['Several', [{ a: 'ab' }, { a: 'ab', b: 'x' }, { a: 'AB' }, { a: 'ab', c: true }]],
  ['NumberEnum', [{ level: 1 }, { level: 7 }]],
  ['EnumList', [{ colors: ['red'] }, { colors: ['pink'] }, { colors: [] }]],
  ['NullableText', [{}, { note: null }, { note: 'a' }]],
  ['Nothing', [{}, { any: 1 }, { any: null }]],
];

describe.each(ADAPTERS)('DTOs of class-validator on %s', (adapter) => {
  const app = useRoutes([RestDtos], {
    adapter,
    controllers: [PlainDtos],
    configure: (nest: INestApplication) => void nest.setGlobalPrefix('api', { exclude: [] }),
  });

  const send = async (path: string, body: unknown) => {
    const response = await app.fetch('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status < 300 ? response.body : 'rejected';
  };

  test.each(BODIES)('%s is what ValidationPipe makes of it', async (dto, bodies) => {
    for (const body of bodies) {
      const plain = await send(`/api/plain/${dto}`, body);
      expect([body, await send(`/api/acme/v1/dtos/${dto}`, body)]).toEqual([body, plain]);
    }
  });
});

class CatDto {
  @IsString() meow!: string;
}

class DogDto {
  @IsString() bark!: string;
}

/** Of these, only `email` has a decorator of class-validator. */
@ValueClass()
class LoginDto {
  @IsEmail() email!: string;
  provider = 'email';
}

@ValueClass({ undecorated: 'ignore' })
class IgnoringDto {
  @IsEmail() email!: string;
  provider = 'email';
}

@ValueClass({ undecorated: 'accept' })
class AcceptingDto {
  @IsEmail() email!: string;
  provider = 'email';
}

@RestController('v1', '/logins')
class RejectedLogins {
  @RestRoute('', HttpMethod.Post, OPEN)
  create(@Arguments() dto: LoginDto) {
    return dto;
  }
}

@RestController('v1', '/logins')
class Logins {
  @RestRoute('/ignoring', HttpMethod.Post, OPEN)
  ignoring(@Arguments() dto: IgnoringDto) {
    return dto;
  }
  @RestRoute('/accepting', HttpMethod.Post, OPEN)
  accepting(@Arguments() dto: AcceptingDto) {
    return dto;
  }
  @RestRoute('/filtered', HttpMethod.Get, OPEN)
  filtered(@Arguments() dto: ParsedDto) {
    return dto;
  }
  @RestRoute('/counted', HttpMethod.Get, OPEN)
  counted(@Arguments() dto: CountedDto) {
    return dto;
  }
  @RestRoute('/either', HttpMethod.Post, OPEN)
  either(pet: CatDto | DogDto) {
    return { [pet.constructor.name]: pet };
  }

  @RestRoute('/whole', HttpMethod.Post, OPEN)
  whole(@Param() cat: CatDto, @Param({ name: 'other' }) dog: DogDto | null = null) {
    return { cat, isCat: cat instanceof CatDto, isDog: dog instanceof DogDto };
  }

  @RestRoute('/several', HttpMethod.Post, OPEN)
  several(logins: IgnoringDto[]) {
    return logins.map((login) => describeValue(login));
  }
}

describe.each(ADAPTERS)('properties without a decorator of class-validator on %s', (adapter) => {
  const app = useRoutes([Logins], { adapter });
  const post = async (path: string, body: object) =>
    (
      await app.fetch('POST', `/api/acme/v1/logins/${path}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).body;

  test('they stop the start with their names', async () => {
    await expect(startRoutes([RejectedLogins], { adapter })).rejects.toThrow(
      /RR1058[\s\S]*each property of LoginDto; received none on provider/,
    );
  });

  test('they are no arguments, or arguments by their types, where the class says so', async () => {
    const sent = { email: 'ada@example.com', provider: 'google' };
    expect(await post('ignoring', sent)).toEqual({ ...sent, provider: 'email' });
    expect(await post('accepting', sent)).toEqual(sent);
    expect(await post('several', { logins: [{ email: 'ada@example.com' }] })).toEqual([
      { IgnoringDto: { email: 'ada@example.com', provider: 'email' } },
    ]);
    expect(await post('several', { logins: [sent] })).toEqual([
      { IgnoringDto: { email: 'ada@example.com', provider: 'email' } },
    ]);
  });

  test('a class without @ValueClass() is one argument by @Param()', async () => {
    const send = (body: object) =>
      app.fetch('POST', '/api/acme/v1/logins/whole', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const cat = { meow: 'a' };
    expect((await send({ cat })).body).toEqual({ cat, isCat: true, isDog: false });
    expect((await send({ cat, other: { bark: 'b' } })).body).toMatchObject({ isDog: true });
    expect(await send({ cat: {} })).toMatchObject({
      status: 400,
      body: { data: { params: { 'cat.meow': 'meow must be a string' } } },
    });
    expect((await send({ cat, other: { bark: 1 } })).status).toBe(400);
    expect((await send({})).status).toBe(400);
  });

  test('other properties tell the options of a union apart', async () => {
    expect(await post('either', { pet: { bark: 'wow' } })).toEqual({ DogDto: { bark: 'wow' } });
    for (const pet of [
      { bark: 'wow', more: 1 },
      { bark: 'wow', meow: 'miau' },
    ])
      expect(await post('either', { pet })).toMatchObject({ code: 'rest_invalid_param' });
  });

  test('a transform of class-transformer reads a parameter of the query', async () => {
    const filter = encodeURIComponent('{"a":1}');
    const { body } = await app.fetch('GET', `/api/acme/v1/logins/filtered?filter=${filter}`);
    expect(body).toEqual({ filter: { a: 1 } });
  });

  test('@Type makes no number of an object in the query, which is a 400', async () => {
    for (const query of ['page[a]=1', 'page[a][b]=1', 'page[0][a]=1']) {
      const { status, body } = await app.fetch('GET', `/api/acme/v1/logins/counted?${query}`);
      expect([status, body]).toMatchObject([400, { code: 'rest_invalid_param' }]);
    }
    const { body } = await app.fetch('GET', '/api/acme/v1/logins/counted?page=2');
    expect(body).toEqual({ page: 2 });
  });
});
