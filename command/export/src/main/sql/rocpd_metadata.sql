-- Which schema it is, and whose tables these are.
INSERT INTO "rocpd_metadata{{uuid}}" ("tag", "value")
VALUES
    ('schema_version', '3'), -- before 3.0.1
    ('schema_version', '{{version}}'), -- since 3.0.1
    ('schema_version_major', '{{major}}'), -- since 3.0.1
    ('schema_version_minor', '{{minor}}'), -- since 3.0.1
    ('schema_version_patch', '{{patch}}'), -- since 3.0.1
    ('uuid', '{{uuid}}'), ('guid', '{{guid}}');
