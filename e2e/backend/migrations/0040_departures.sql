ALTER TABLE "fleet_vehicles" ADD COLUMN "departure" text;--> statement-breakpoint
ALTER TABLE "fleet_vehicles" ADD COLUMN "required_kwh" real;--> statement-breakpoint
CREATE INDEX "transactions_vehicle" ON "transactions" USING btree ("vehicle_id","started_at") WHERE "transactions"."vehicle_id" is not null;