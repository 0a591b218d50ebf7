CREATE TABLE "fleet_vehicles" (
	"vehicle_id" integer PRIMARY KEY NOT NULL,
	"site_id" integer NOT NULL,
	"telemetry_soc" real,
	"telemetry_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "site_valets" (
	"site_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "site_valets_site_id_user_id_pk" PRIMARY KEY("site_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "valet_queue" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "valet_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site_id" integer NOT NULL,
	"prisma" text NOT NULL,
	"plate" text NOT NULL,
	"queued_at" timestamp with time zone,
	"attempt_id" integer,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "km_per_kwh" real DEFAULT 6 NOT NULL;--> statement-breakpoint
ALTER TABLE "fleet_vehicles" ADD CONSTRAINT "fleet_vehicles_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fleet_vehicles" ADD CONSTRAINT "fleet_vehicles_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_valets" ADD CONSTRAINT "site_valets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_valets" ADD CONSTRAINT "site_valets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valet_queue" ADD CONSTRAINT "valet_queue_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "valet_queue" ADD CONSTRAINT "valet_queue_attempt_id_start_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."start_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fleet_vehicles_site" ON "fleet_vehicles" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "site_valets_user" ON "site_valets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "valet_queue_plate" ON "valet_queue" USING btree ("site_id","plate") WHERE finished_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "valet_queue_attempt" ON "valet_queue" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "transactions_attempt" ON "transactions" USING btree ("attempt_id");